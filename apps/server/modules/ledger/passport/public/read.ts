import { isGtin, isSerial, passportPath } from '@voltloop/domain/passport/address.ts';
import type { Attribute } from '@voltloop/domain/passport/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { type Found, valuesOf } from '../derive.ts';
import { factsOfSerial } from '../facts.ts';
import { addressOf, lineageOf, type Related } from '../lineage.ts';
import { nothingReported } from '../telemetry.ts';

export interface PublicValue {
  attribute: Attribute;
  found: Found | null;
}

export interface PublicPassport {
  url: string;
  path: string;
  consoleUrl: string;
  batteryCode: string;
  status: string;
  /** Ceased or withdrawn: nothing else is shown. */
  ended: boolean;
  values: PublicValue[];
  before: { url: string; batteryCode: string }[];
  after: { url: string; batteryCode: string } | null;
  previousUrl: string | null;
}

/** Records whose numbers and names are internal to the issuer. */
const named: ReadonlySet<Found['origin']> = new Set(['enteredForModel', 'enteredForBattery']);

/**
 * The passport at a public address, or null. Both addresses of a passport lead to it; a given GTIN must be correct.
 * Values of class P are static, so no telemetry is read.
 */
export async function readPublic(
  { db, config: { publicUrl } }: Pick<Services, 'db' | 'config'>,
  { gtin, serial }: { gtin?: string | undefined; serial: string },
): Promise<PublicPassport | null> {
  if (!isSerial(serial) || (gtin !== undefined && !isGtin(gtin))) return null;
  const facts = await factsOfSerial(db, serial);
  if (!facts || (gtin !== undefined && facts.gtin !== gtin)) return null;
  const { before, after } = await lineageOf(db, facts);
  const linkTo = (other: Related) => ({ url: addressOf(publicUrl, other), batteryCode: other.batteryCode });
  const url = addressOf(publicUrl, facts);
  const ended = facts.status === 'ceased' || facts.status === 'withdrawn';
  return {
    url,
    ended,
    path: passportPath(facts),
    status: facts.status,
    previousUrl: facts.previousUrl,
    consoleUrl: `/backoffice/passport/${facts.id}`,
    batteryCode: facts.battery.code,
    values: ended
      ? []
      : valuesOf({ facts, url, reported: nothingReported }, ({ access }) => access === 'P').map(
          ({ attribute, found }) => ({
            attribute,
            found: found && { ...found, source: named.has(found.origin) ? found.source : null },
          }),
        ),
    before: before.map(linkTo),
    after: after && linkTo(after),
  };
}
