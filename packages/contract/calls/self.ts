import { z } from 'zod';
import { route } from '../route.ts';

/** A password in a body: any length a person may once have chosen; the policy is the server's answer beside the field. */
const secret = z.string().min(1).max(200);

export const changePassword = route({
  name: 'changePassword',
  summary:
    'Change the own password. 204 without a body on success; every other session of the account ends (decisions A14, C27).',
  method: 'PUT',
  path: '/v1/admin/tenant/users/self/password',
  aliases: ['/admin/tenant/users/self/password'],
  access: 'session',
  /** The specification always sends 3: by the old password. There is no other way here. */
  query: z.object({ update_pwd_way: z.literal('3').optional() }),
  body: z
    .object({
      password: secret,
      origin_password: secret.optional(),
      /** The name that the dialog's service uses for the same (decisions A14). */
      oldpassword: secret.optional(),
    })
    .refine((b) => b.origin_password !== undefined || b.oldpassword !== undefined, {
      path: ['origin_password'],
      message: 'Please input old password',
    }),
});
