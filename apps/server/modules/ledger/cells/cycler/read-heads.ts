import type { ReplyOf, readHeads as readCall } from '@voltloop/contract';
import { fieldError } from '../../../../platform/errors.ts';
import { readCurve } from './read-curve.ts';

/** The first rows of a file, and the recognised columns. @throws validation */
export async function readHeads(path: string, signal: AbortSignal): Promise<ReplyOf<typeof readCall>> {
  const found = await readCurve(path, null, signal);
  if (!('refused' in found)) return { maker: found.maker, mapping: found.mapping, first: found.first };
  const { key, first } = found.refused;
  if (first.length === 0)
    throw fieldError('file', `rule.testing.${key}`, 'The file cannot be read as a table');
  return { maker: null, mapping: {}, first };
}
