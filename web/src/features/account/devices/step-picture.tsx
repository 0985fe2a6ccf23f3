import type { ReactNode } from 'react';
import styles from './step-picture.module.css';

/** The kind of screen that a step is done on. */
export type Frame = 'phone' | 'window';
/** What that screen shows. */
export type Scene = 'scan' | 'ask' | 'row' | 'add' | 'address' | 'password' | 'mail';

/** The area of a frame in which a scene is drawn. */
type Area = { left: number; top: number; width: number };

const AREAS: Record<Frame, Area> = {
  phone: { left: 41, top: 18, width: 46 },
  window: { left: 18, top: 27, width: 92 },
};

/** A sketch of one step that resembles no program in particular: the text beside it says what to do. */
export function StepPicture({ frame, scene }: { frame: Frame; scene: Scene }) {
  const Inside = SCENES[scene];
  return (
    <svg className={styles.picture} viewBox="0 0 128 88" aria-hidden="true" focusable="false">
      <rect className={styles.ground} width="128" height="88" rx="8" />
      {frame === 'phone' ? <Phone /> : <Window />}
      <Inside {...AREAS[frame]} />
    </svg>
  );
}

function Phone() {
  return (
    <>
      <path className={styles.sheet} d="M34.5 88V16a8 8 0 0 1 8-8h43a8 8 0 0 1 8 8v72" />
      <path className={styles.stroke} d="M58 12.5h12" />
    </>
  );
}

function Window() {
  return (
    <>
      <path className={styles.sheet} d="M12.5 88V16a4 4 0 0 1 4-4h95a4 4 0 0 1 4 4v72" />
      <path className={styles.stroke} d="M12.5 22.5h103M104 17h5" />
    </>
  );
}

const SCENES: Record<Scene, (area: Area) => ReactNode> = {
  scan: ({ left, top, width }) => {
    const [x, y] = [left + width / 2 - 14, top + 14];
    return (
      <>
        <path
          className={styles.mark}
          d={`M${x} ${y + 7}v-7h7m14 0h7v7m0 14v7h-7m-14 0h-7v-7`}
          strokeLinejoin="round"
        />
        <path className={styles.ink} d={`M${x + 6} ${y + 6}h6v6h-6zm10 0h6v6h-6zm-10 10h6v6h-6z`} />
        <path className={styles.fill} d={`M${x + 16} ${y + 16}h6v6h-6z`} />
      </>
    );
  },
  ask: ({ left, top, width }) => (
    <>
      <Lines left={left} top={top + 6} width={width} count={5} />
      <rect className={styles.raised} x={left - 1.5} y={top + 13.5} width={width + 3} height="35" rx="5" />
      <path
        className={styles.line}
        d={`M${left + 6} ${top + 21}h${width - 12}m-${width - 18} 6h${width - 24}`}
      />
      <rect className={styles.quiet} x={left + 3} y={top + 35} width={width / 2 - 5} height="9" rx="3" />
      <rect
        className={styles.fill}
        x={left + width / 2 + 2}
        y={top + 35}
        width={width / 2 - 5}
        height="9"
        rx="3"
      />
    </>
  ),
  row: ({ left, top, width }) => (
    <>
      <path className={styles.line} d={`M${left} ${top + 5}h${width / 2}`} />
      <rect className={styles.chosen} x={left - 2} y={top + 12} width={width + 4} height="15" rx="4" />
      <circle className={styles.fill} cx={left + 6} cy={top + 19.5} r="3.5" />
      <path className={styles.words} d={`M${left + 14} ${top + 19.5}h${width - 27}`} />
      <path className={styles.mark} d={`M${left + width - 6} ${top + 16.5}l3 3l-3 3`} />
      <Entries left={left} top={top + 32} width={width} count={2} />
    </>
  ),
  add: ({ left, top, width }) => (
    <>
      <Entries left={left} top={top + 3} width={width} count={2} />
      <rect className={styles.chosen} x={left - 2} y={top + 34} width={width + 4} height="15" rx="4" />
      <path className={styles.mark} d={`M${left + 2.5} ${top + 41.5}h7m-3.5-3.5v7`} />
      <path className={styles.words} d={`M${left + 14} ${top + 41.5}h${width - 22}`} />
    </>
  ),
  address: (area) => (
    <Form {...area}>
      <text className={styles.sign} x={area.left + 3} y={area.top + 23}>
        @
      </text>
      <path className={styles.words} d={`M${area.left + 20} ${area.top + 19.5}h${area.width - 28}`} />
    </Form>
  ),
  password: (area) => (
    <Form {...area}>
      {[0, 1, 2, 3, 4].map((at) => (
        <circle key={at} className={styles.ink} cx={area.left + 7 + at * 6.5} cy={area.top + 19.5} r="1.75" />
      ))}
    </Form>
  ),
  mail: ({ left, top, width }) => (
    <>
      <Entries left={left} top={top + 3} width={width} count={3} />
      <circle className={styles.done} cx={left + width - 1} cy={top + 49} r="10" />
      <path className={styles.tick} d={`M${left + width - 5.5} ${top + 49}l3.2 3.2l6-6`} />
    </>
  ),
};

/** A labelled field being filled in, and a button below. */
function Form({ left, top, width, children }: Area & { children: ReactNode }) {
  return (
    <>
      <path className={styles.line} d={`M${left} ${top + 6}h${width / 2}`} />
      <rect className={styles.field} x={left - 0.5} y={top + 11.5} width={width + 1} height="16" rx="4" />
      {children}
      <rect className={styles.fill} x={left} y={top + 36} width={width} height="12" rx="4" />
    </>
  );
}

/** Accounts, settings or messages: an icon and two lines each. */
function Entries({ left, top, width, count }: Area & { count: number }) {
  return Array.from({ length: count }, (_, at) => top + at * 15).map((y) => (
    <g key={y}>
      <circle className={styles.quiet} cx={left + 6} cy={y + 6.5} r="4" />
      <path className={styles.words} d={`M${left + 14} ${y + 4}h${(width - 14) * 0.6}`} />
      <path className={styles.line} d={`M${left + 14} ${y + 9}h${width - 14}`} />
    </g>
  ));
}

function Lines({ left, top, width, count }: Area & { count: number }) {
  const path = Array.from({ length: count }, (_, at) => `M${left} ${top + at * 11}h${width - (at % 2) * 12}`);
  return <path className={styles.line} d={path.join('')} />;
}
