import { ApiError } from '@bocau/contract/client.ts';
import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import type { ErrorCode } from '@bocau/contract/errors.ts';
import { say } from '../../i18n/i18n.ts';
import type { DriveModel } from '../../model/drive/drive-model.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { recordAct } from '../../parts/acts/act-history.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { dismiss, notify, showNotice } from '../../parts/notices/notify.ts';
import { announceFailure } from './begin-drive-act.ts';

/** Announces what was created; undo moves it to the trash. */
export function announceMade(words: string, takeAway: () => Promise<boolean>): void {
  const id = recordAct({
    words: () => words,
    async undo() {
      dismiss(notice);
      return (await takeAway()) ? 'undone' : 'failed';
    },
  });
  const notice = showNotice({ text: words, undo: () => takeBack(id) });
}

export function announceCopyFailure(error: ApiError): void {
  const { entries_max: most } = error.details;
  if (error.code !== 'too_large' || typeof most !== 'number') {
    announceFailure(say('drive.refused.copy'), error);
    return;
  }
  const text = `${say('drive.refused.copy')} ${say('drive.copies.tooMany', { count: most })}`;
  notify({ text, tone: 'danger', seconds: 8 });
}

/** Announces the result of a copy job: what was copied, what was not, and why. */
export function announceCopyEnd(model: DriveModel, job: DriveCopyJob): void {
  const { name } = job;
  if (job.state === 'cancelled') notify({ text: say('drive.copies.cancelled', { name }), seconds: 8 });
  else if (job.state === 'failed') {
    announceFailure(
      say('drive.copies.failed', { name }),
      new ApiError(0, (job.error ?? 'internal_error') as ErrorCode, ''),
    );
  } else {
    announceMade(doneWords(job), () =>
      model.undoCopy(job).then(
        () => true,
        (error: unknown) => {
          announceFailure(say('drive.refused.undo'), asApiError(error));
          return false;
        },
      ),
    );
  }
}

function doneWords({ name, done, left_out: leftOut, left_out_first: first }: DriveCopyJob): string {
  if (leftOut === 0) return say('drive.copies.done', { name, count: done });
  const named = first.map((one) => `“${one.name}”`).join(', ');
  const names = leftOut > first.length ? say('drive.copies.more', { names: named }) : named;
  return say('drive.copies.leftOut', { name, count: leftOut, names });
}
