import { z } from 'zod';
import { page, paging } from '../envelope.ts';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

const path = '/v1/sites/tenants/:tenantId/transfers';
const tenant = z.object({ tenantId: z.string().max(64) });
const readers = [0, 1, 2, 3, 4, 5] as const;

/** Time for both consents. */
export const TRANSFER_DAYS = 14;
export const transferStates = ['pending', 'done', 'declined', 'cancelled', 'expired'] as const;
const party = z.object({ user_name: z.string(), name: z.string() });

export const siteTransfer = z.object({
  id: z.string(),
  /** What is transferred: a site with all its devices, or one device. */
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  device: z.object({ devid: z.string(), devname: z.string() }).nullable(),
  giver: party,
  receiver: party,
  share_history: z.boolean(),
  message: z.string(),
  state: z.enum(transferStates),
  requested_by: z.string(),
  created_at: z.number(),
  expires_at: z.number(),
  giver_consent_at: z.number().nullable(),
  receiver_consent_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  /** The sides that the caller represents. */
  side: z.enum(['giver', 'receiver', 'both']),
  /** The steps that the caller may take now. */
  may: z.array(z.enum(['accept', 'decline', 'cancel'])),
});
export type SiteTransfer = z.infer<typeof siteTransfer>;

export const listTransfers = route({
  name: 'listTransfers',
  summary: 'Transfers of sites and devices from or to accounts of the caller’s subtree, newest first.',
  method: 'GET',
  path,
  access: readers,
  params: tenant,
  query: z.object({
    ...paging,
    state: z.enum(transferStates).optional(),
    site: z.string().max(64).optional(),
    devid: z.string().max(64).optional(),
  }),
  reply: page(siteTransfer),
});

export const requestTransfer = route({
  name: 'requestTransfer',
  summary:
    'Request the transfer of a site, or of one device, to an account elsewhere in the tree. It is executed when owner and receiver have consented; the request counts as the consent of an owner.',
  method: 'POST',
  path,
  access: readers,
  params: tenant,
  body: z
    .object({
      site: z.string().max(64).optional(),
      devid: z.string().max(64).optional(),
      /** User name of the receiving account. */
      receiver: z.string().trim().min(1).max(64),
      share_history: z.boolean().default(false),
      message: shownText().trim().max(500).default(''),
    })
    .refine((body) => (body.site === undefined) !== (body.devid === undefined), {
      path: ['site'],
      message: 'transfer.oneOf',
    }),
  reply: siteTransfer,
});

const step = (name: string, summary: string) =>
  route({
    name: `${name}Transfer`,
    summary,
    method: 'POST',
    path: `${path}/:id/${name}`,
    access: readers,
    params: tenant.extend({ id: z.string().max(64) }),
    reply: siteTransfer,
  });

export const acceptTransfer = step(
  'accept',
  'Consent to a transfer, for each side that the caller represents; the last consent completes it.',
);
export const declineTransfer = step('decline', 'Refuse a transfer, as its owner or receiver.');
export const cancelTransfer = step('cancel', 'Withdraw a request for a transfer.');
