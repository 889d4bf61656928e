import { setImmediate } from 'node:timers/promises';
import type { BodyOf, ChainFault, ChainStep, checkLog } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import { auditHash, HASH_FORM } from '../../../platform/audit-hash.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { isRecordedRedaction } from '../../../platform/redact-audit.ts';
import {
  type Chain,
  type ChainRow,
  chainRows,
  checkedChains,
  lastRows,
  newestSeq,
  rowBefore,
  SHARED_CHAIN,
} from './store.ts';

/** Rows hashed without yielding to the event loop: about five ms. */
const AT_ONCE = 400;

/** A checked row, or the beginning of a chain. */
interface ChainPlace {
  seq: number | null;
  hash: Buffer | null;
  form: number;
}

const CHAIN_START: ChainPlace = { seq: null, hash: null, form: 0 };

const placeOf = (row: ChainRow): ChainPlace => ({ seq: row.seq, hash: row.hash, form: row.hash_form });

/** Whether a row contains the hash of this place. */
const isLinked = (before: ChainPlace, row: ChainRow): boolean =>
  before.hash === null || row.prev_hash === null
    ? before.hash === row.prev_hash
    : before.hash.equals(row.prev_hash);

/** The fault of a row that is linked to its chain; null when it is valid. Pure. */
function faultOf(before: ChainPlace, row: ChainRow): ChainFault | null {
  if (row.hash_form < before.form || row.hash_form > HASH_FORM || row.hash_form < 1) return 'form';
  if (row.left_hash) {
    // The remains of a reduced row; whether the trail records the reduction is checked elsewhere.
    return row.left_hash.equals(auditHash(row.prev_hash, row)) ? null : 'content';
  }
  // The first form hashed content that cannot be read back; see audit-hash.ts.
  if (row.hash_form === HASH_FORM && !row.hash.equals(auditHash(row.prev_hash, row))) return 'content';
  return null;
}

/**
 * Checks the rows that follow a checked one, and returns the new position: of the tenant's chain, of the instance's, of
 * those of erased tenants, and of the chain that tenants shared before they had their own, in the order of the
 * trail. The caller repeats until `done`; without further calls the check ends. The first step leaves an audit row,
 * and so does a fault.
 */
export async function checkChain(db: Db, ctx: Ctx, input: BodyOf<typeof checkLog>): Promise<ChainStep> {
  const { anchor } = input;
  if (input.after === 0) {
    await record(db, ctx, 'ok', anchor ? { anchor: anchor.seq } : {});
  }
  const chains = await checkedChains(db, ctx.caller.tenantId);
  const started = input.after === 0 ? [] : await lastRows(db, chains, input.after);
  const places = new Map(started.map((row) => [row.chain, placeOf(row)]));
  let place: ChainPlace = started.map(placeOf).reduce(newer, CHAIN_START);
  const step = { whole: 0, linksOnly: 0, done: false };
  const found = async (row: ChainRow | ChainPlace, fault: ChainFault, previousSeq: number | null) => {
    const seq = row.seq ?? 0;
    await record(db, ctx, 'refused', { seq, fault });
    const own = 'tenant_id' in row && row.tenant_id === ctx.caller.tenantId;
    const time = own ? (row as ChainRow).at.getTime() : null;
    const broken = { seq, fault, previousSeq, time, own };
    return { ...step, last: shown(place), left: 0, done: true, broken };
  };

  const redactions = new Map<string, Promise<boolean>>();
  const isRecorded = (id: string) => {
    const known = redactions.get(id) ?? isRecordedRedaction(db, id);
    redactions.set(id, known);
    return known;
  };

  for await (const rows of batches(db, chains, place.seq ?? 0, input.rows)) {
    for (const row of rows) {
      // A noted row that was passed without being found has been deleted.
      const passed = anchor && row.seq > anchor.seq && (place.seq ?? 0) < anchor.seq;
      if (passed) return found({ ...place, seq: anchor.seq }, 'anchor', place.seq);
      const before = places.get(row.chain) ?? CHAIN_START;
      const fault = (await linkFaultOf(db, places, row)) ?? faultOf(before, row);
      if (fault) return found(row, fault, before.seq);
      if (row.redaction_id && !(await isRecorded(row.redaction_id))) return found(row, 'content', before.seq);
      if (anchor?.seq === row.seq && row.hash.toString('hex') !== anchor.hash)
        return found(row, 'anchor', before.seq);
      step.whole += 1;
      if (row.hash_form < HASH_FORM) step.linksOnly += 1;
      place = placeOf(row);
      places.set(row.chain, place);
    }
    await setImmediate();
  }
  // An estimate: numbers of other tenants are between.
  const left = (await newestSeq(db, chains)) - (place.seq ?? 0);
  step.done = left <= 0;
  if (step.done && anchor && (place.seq ?? 0) < anchor.seq)
    return found({ ...place, seq: anchor.seq }, 'anchor', place.seq);
  return { ...step, last: shown(place), left: Math.max(left, 0), broken: null };
}

const newer = (a: ChainPlace, b: ChainPlace) => ((b.seq ?? 0) > (a.seq ?? 0) ? b : a);

async function linkFaultOf(
  db: Db,
  places: ReadonlyMap<Chain, ChainPlace>,
  row: ChainRow,
): Promise<ChainFault | null> {
  const own = places.get(row.chain);
  // A chain continues the one that all tenants shared before.
  if (isLinked(own ?? places.get(SHARED_CHAIN) ?? CHAIN_START, row)) return null;
  if (!own) return 'start';
  // A node of 0.1, during an upgrade, linked its rows to the newest row of any chain.
  if (row.chain === SHARED_CHAIN) {
    const before = await rowBefore(db, row.seq);
    if (before && before.chain !== SHARED_CHAIN && isLinked(placeOf(before), row)) return null;
  }
  return 'link';
}

/** Rows of these chains after one, at most `most`; the next of them are prefetched meanwhile. */
async function* batches(
  db: Db,
  chains: readonly string[],
  after: number,
  most: number,
): AsyncGenerator<ChainRow[]> {
  const ask = (seq: number, left: number) => {
    const rows = chainRows(db, chains, seq, Math.min(AT_ONCE, left));
    // A reader that stops at a fault does not wait for the rest.
    rows.catch(() => {});
    return rows;
  };
  let left = most;
  let next = ask(after, left);
  for (;;) {
    const rows = await next;
    left -= rows.length;
    const last = rows.at(-1);
    if (last && left > 0) next = ask(last.seq, left);
    yield rows;
    if (!last || left <= 0) return;
  }
}

const shown = (place: ChainPlace) =>
  place.seq === null || place.hash === null ? null : { seq: place.seq, hash: place.hash.toString('hex') };

const record = (db: Db, ctx: Ctx, result: 'ok' | 'refused', details: Record<string, unknown>) =>
  db
    .transaction()
    .execute((trx) => audit(trx, ctx, { action: 'log.check', objectType: 'log', result, details }));
