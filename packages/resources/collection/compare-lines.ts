import { decimalOf, exact, type Values } from '@voltloop/resource-kit';

/** Goods that a receipt of a collection has taken into stock. */
export interface Received {
  /** For goods by mass. */
  lotNo: string | null;
  /** The material that corresponds to a product type, for coded goods. */
  material: string | null;
  chemistry: string | null;
  pieces: number;
  kg: string;
}

/** A line of a collection from the quotation to the settlement; without a place: received but not quoted. */
export interface Compared {
  place: number | null;
  material: string;
  chemistry: string | null;
  spec: string | null;
  quotedPieces: number;
  quotedKg: string;
  receivedPieces: number;
  receivedKg: string;
  rejectedKg: string;
  settledKg: string;
  settledAmount: string;
}

type Lines = readonly Values[];
const textOf = (value: unknown) => (value == null ? null : String(value));
const plain = (value: unknown) => decimalOf(value).toFixed();

/**
 * Pure: the quoted, received and settled quantities of each line. A lot created from a line carries its number; other
 * goods count for the first line of their material and chemistry that still expects some, else for the last one.
 */
export function compareLines(collection: Values, received: readonly Received[]): Compared[] {
  const inspection = (collection.inspection ?? []) as Lines;
  const settlement = (collection.settlement ?? []) as Lines;
  const compared = ((collection.lines ?? []) as Lines).map(
    ({ material, chemistry, spec, pieces, kg }, n): Compared => ({
      place: n + 1,
      material: String(material),
      chemistry: textOf(chemistry),
      spec: textOf(spec),
      quotedPieces: Number(pieces ?? 0),
      quotedKg: plain(kg),
      receivedPieces: 0,
      receivedKg: '0',
      rejectedKg: plain(inspection[n]?.rejectedKg),
      settledKg: plain(inspection[n]?.settledKg),
      settledAmount: plain(settlement[n]?.amount),
    }),
  );
  const surplus: Compared[] = [];
  for (const goods of received) {
    const line = lineOf(compared, String(collection.no), goods) ?? surplusOf(surplus, goods);
    line.receivedPieces += goods.pieces;
    line.receivedKg = decimalOf(line.receivedKg).plus(goods.kg).toFixed();
  }
  return [...compared, ...surplus];
}

function lineOf(lines: readonly Compared[], no: string, goods: Received): Compared | undefined {
  const own = lines.find(({ place }) => goods.lotNo === `${no}-${place}`);
  if (own) return own;
  const alike = lines.filter(
    ({ material, chemistry }) =>
      material === goods.material &&
      (chemistry === null || goods.chemistry === null || chemistry === goods.chemistry),
  );
  return alike.find(expectsMore) ?? alike.at(-1);
}

const expectsMore = ({ quotedPieces, receivedPieces, quotedKg, receivedKg }: Compared): boolean =>
  quotedPieces > 0 ? receivedPieces < quotedPieces : exact(quotedKg)?.gt(receivedKg) === true;

/** The line of goods that were not quoted. */
function surplusOf(surplus: Compared[], { material, chemistry }: Received): Compared {
  const of = material ?? 'mixed';
  const existing = surplus.find((each) => each.material === of && each.chemistry === chemistry);
  if (existing) return existing;
  const nothing = { rejectedKg: '0', settledKg: '0', settledAmount: '0' };
  const made: Compared = {
    place: null,
    material: of,
    chemistry,
    spec: null,
    quotedPieces: 0,
    quotedKg: '0',
    receivedPieces: 0,
    receivedKg: '0',
    ...nothing,
  };
  surplus.push(made);
  return made;
}
