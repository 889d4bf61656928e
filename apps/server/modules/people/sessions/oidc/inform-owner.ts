import type { Trx } from '../../../../platform/db.ts';
import { brandNameOf } from '../../../../platform/product-name.ts';
import type { AccountRow } from '../../accounts/index.ts';
import type { Core } from '../core.ts';
import { NOTICE_LIFE_MS, ssoLinkedEmail } from '../emails.ts';
import { languageOf } from '../store.ts';
import { oidcOf } from './core.ts';

/** Notifies the owner of an existing account of the additional way to sign in. */
export async function informOwner(
  core: Core,
  trx: Trx,
  { account, handedOver, now }: { account: AccountRow; handedOver: boolean; now: Date },
): Promise<void> {
  if (!account.email || !core.mail.enabled()) return;
  await core.mail.outbox.queue(trx, {
    to: account.email,
    email: ssoLinkedEmail((await languageOf(trx, account.id)) ?? 'en', {
      userName: account.userName,
      brand: await brandNameOf(trx, account.id),
      service: oidcOf(core).settings.name,
      handedOver,
    }),
    about: `single sign-on of ${account.id} ${now.getTime()}`,
    expires: new Date(now.getTime() + NOTICE_LIFE_MS),
  });
}
