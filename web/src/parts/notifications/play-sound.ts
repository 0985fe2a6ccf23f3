const NOTES = [
  { hertz: 880, from: 0 },
  { hertz: 1174.66, from: 0.12 },
];
const SECONDS = 0.35;
const LOUDNESS = 0.12;

/** Plays two short notes, synthesized: nothing is loaded. Silent if the browser does not allow sound. */
export async function playSound(): Promise<void> {
  if (!('AudioContext' in window)) return;
  const context = new AudioContext();
  try {
    await context.resume();
    const ends = NOTES.map(({ hertz, from }) => {
      const start = context.currentTime + from;
      const [tone, loudness] = [context.createOscillator(), context.createGain()];
      tone.frequency.value = hertz;
      loudness.gain.setValueAtTime(LOUDNESS, start);
      loudness.gain.exponentialRampToValueAtTime(0.001, start + SECONDS);
      tone.connect(loudness).connect(context.destination);
      tone.start(start);
      tone.stop(start + SECONDS);
      return new Promise((resolve) => tone.addEventListener('ended', resolve, { once: true }));
    });
    await Promise.all(ends);
  } finally {
    await context.close();
  }
}
