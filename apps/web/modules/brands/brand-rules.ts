import { brandBody } from '@voltloop/contract/calls/brands.ts';
import { brandColorProblem } from '@voltloop/domain/brand/brand-color.ts';
import { normalHost } from '@voltloop/domain/brand/host-name.ts';
import { z } from 'zod';

/** The form of a brand: the contract's rules, with an empty colour allowed. */
export const brandForm = z.object({
  name: brandBody.shape.name,
  color: z
    .string()
    .trim()
    .toLowerCase()
    .superRefine((color, ctx) => {
      const problem = color === '' ? null : brandColorProblem(color);
      if (problem) ctx.addIssue({ code: 'custom', message: problem });
    }),
});
export type BrandValues = z.infer<typeof brandForm>;

export const hostForm = z.object({
  host: z
    .string()
    .trim()
    .refine((host) => host === '' || normalHost(host) !== null, 'brand.host'),
});

/** The colour of a preview while it is typed: `fallback` if it is invalid. */
export const shownColor = (color: string, fallback: string): string => {
  const text = color.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(text) ? text : fallback.toLowerCase();
};
