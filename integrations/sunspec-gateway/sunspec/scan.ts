/** Finds the SunSpec block of an inverter and the models in it. */
import { MAX_BLOCKS } from './decode.ts';
import { registersOf } from './model.ts';
import { modelsById } from './models.ts';

/**
 * Reads holding registers as bytes, or rejects; a {@link RefusedError} means that the inverter answered with an
 * exception.
 */
export type ReadRegisters = (address: number, count: number) => Promise<Uint8Array>;

/** The inverter refused: there is no such register, or it cannot read it now. */
export class RefusedError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface FoundModel {
  id: number;
  /** Address of the register with the id. */
  address: number;
  /** Registers after id and length, as reported by the inverter. */
  length: number;
}

export interface Found {
  base: number;
  models: FoundModel[];
  /** Why the chain ended before its end marker. */
  incomplete?: string;
}

export const BASES = [40_000, 50_000, 0] as const;
const MARKER = 0x53756e53;
const END = 0xffff;
const LAST_REGISTER = 0xffff;
/** A home inverter has about fifteen. */
const MAX_MODELS = 100;
/** Limit of one Modbus request. */
const MAX_READ = 125;

/** Searches for the marker "SunS" and follows the chain of models. Null without a SunSpec block. */
export async function scan(read: ReadRegisters, bases: readonly number[] = BASES): Promise<Found | null> {
  for (const base of bases) {
    if (!(await hasMarker(read, base))) continue;
    return followChain(read, base);
  }
  return null;
}

async function hasMarker(read: ReadRegisters, base: number): Promise<boolean> {
  try {
    return viewOf(await read(base, 2)).getUint32(0) === MARKER;
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}

async function followChain(read: ReadRegisters, base: number): Promise<Found> {
  const found: Found = { base, models: [] };
  let address = base + 2;
  while (found.models.length < MAX_MODELS) {
    if (address + 1 > LAST_REGISTER) {
      // The marker at the very end may be the last register of all.
      found.incomplete = `the chain of models runs beyond register ${LAST_REGISTER}`;
      return found;
    }
    let header: DataView;
    try {
      header = viewOf(await read(address, 2));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      found.incomplete = `no model and no end marker at register ${address}`;
      return found;
    }
    const id = header.getUint16(0);
    const length = header.getUint16(2);
    if (id === END) return found;
    if (address + 1 + length > LAST_REGISTER) {
      found.incomplete = `model ${id} at register ${address} has an impossible length (${length})`;
      return found;
    }
    found.models.push({ id, address, length });
    address += 2 + length;
  }
  found.incomplete = `more than ${MAX_MODELS} models`;
  return found;
}

/**
 * Number of registers to read after id and length: at most those in the table of the model, whatever the inverter
 * reports.
 */
export function usefulLength({ id, length }: FoundModel): number {
  const model = modelsById.get(id);
  if (!model) return 0;
  const blocks = model.repeating ? MAX_BLOCKS * registersOf(model.repeating.fields) : 0;
  return Math.min(length, registersOf(model.fields) + blocks);
}

/** The model has moved or changed: the inverter must be scanned again. */
export class ChangedError extends Error {}

/** Reads a model with its header in as few requests as Modbus allows. @returns the registers after id and length */
export async function readModel(read: ReadRegisters, found: FoundModel): Promise<Uint8Array> {
  const total = 2 + usefulLength(found);
  const bytes = new Uint8Array(total * 2);
  for (let done = 0; done < total; done += MAX_READ) {
    const count = Math.min(MAX_READ, total - done);
    bytes.set(await read(found.address + done, count), done * 2);
  }
  const header = viewOf(bytes);
  if (header.getUint16(0) !== found.id || header.getUint16(2) !== found.length)
    throw new ChangedError(`model ${found.id} is no longer at register ${found.address}`);
  return bytes.subarray(4);
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
