import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import { brandNameOf } from '../../../platform/product-name.ts';
import type { Credentials } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { codesGuessedEmail, NOTICE_LIFE_MS } from './emails.ts';

/** Notifies the owner that somebody has the password and guesses codes. */
export async function informOfGuesses(
  core: Core,
  trx: Trx,
  { id, userName }: Credentials,
  now: Date,
): Promise<void> {
  if (!core.mail.enabled()) return;
  const { rows } = await sql<{ email: string | null; language: 'en' | 'zh' | null }>`
    select email, language from accounts where id = ${id}`.execute(trx);
  const [own] = rows;
  if (!own?.email) return;
  const language = own.language === 'zh' ? 'zh' : 'en';
  const email = codesGuessedEmail(language, { userName, brand: await brandNameOf(trx, id) });
  const expires = new Date(now.getTime() + NOTICE_LIFE_MS);
  await core.mail.outbox.queue(trx, { to: own.email, email, about: `codes of ${id}`, expires });
}
