import { cutText } from '@voltloop/protocol/text.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import type { Answer } from './adapters/adapter.ts';

/** Maximum stored length of a reply. */
const MAX_ANSWER_CHARS = 16_000;

/** Records a request before it is sent. @returns its id */
export async function noteSend(
  trx: Trx,
  attemptId: string,
  now: Date,
  purpose: 'submit' | 'ask' | 'result',
  request: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into report_sends (attempt_id, at, purpose, request)
    values (${attemptId}, ${now}, ${purpose}, ${request}) returning id`.execute(trx);
  return rows[0]?.id as string;
}

/** Records the reply. */
export async function noteAnswer(trx: Trx, sendId: string, now: Date, answer: Answer): Promise<void> {
  const text = answer.text === null ? null : cutText(answer.text, MAX_ANSWER_CHARS);
  const kept = text ?? ('error' in answer ? answer.error : null);
  await sql`update report_sends set answered_at = ${now}, status = ${answer.status}, answer = ${kept},
      outcome = ${answer.outcome === 'unsendable' ? 'failed' : answer.outcome} where id = ${sendId}`.execute(
    trx,
  );
}
