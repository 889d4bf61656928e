import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeModel, MAX_BLOCKS } from './decode.ts';
import { encodeModel, type Given } from './encode.ts';
import { fieldsOf, type Model, registersOf } from './model.ts';
import { models, modelsById } from './models.ts';
import { RefusedError, readModel, scan } from './scan.ts';

/**
 * The published length "L" of each model in the SunSpec Information Model Reference; for repeating models without and
 * with one block.
 */
const published: Record<number, number | [fixed: number, block: number]> = {
  1: 66,
  101: 50,
  102: 50,
  103: 50,
  111: 60,
  112: 60,
  113: 60,
  120: 26,
  121: 30,
  122: 44,
  123: 24,
  124: 24,
  160: [8, 20],
  201: 105,
  202: 105,
  203: 105,
  204: 105,
  211: 124,
  212: 124,
  213: 124,
  214: 124,
  701: 153,
  713: 7,
  714: [18, 25],
  802: 62,
};

const modelOf = (id: number): Model => modelsById.get(id) as Model;
const offsetOf = (id: number, name: string): number => {
  const { fields } = modelOf(id);
  return registersOf(
    fields.slice(
      0,
      fields.findIndex((f) => f.name === name),
    ),
  );
};
const decoded = (id: number, given: Given, blocks?: Given[]) =>
  decodeModel(id, modelOf(id), encodeModel(id, modelOf(id), given, blocks).subarray(4));

describe('the tables of models', () => {
  it('have the published lengths', () => {
    const lengths = Object.fromEntries(
      [...modelsById].map(([id, m]) => [
        id,
        m.repeating ? [registersOf(m.fields), registersOf(m.repeating.fields)] : registersOf(m.fields),
      ]),
    );
    expect(lengths).toEqual(published);
  });

  it('have fields at the addresses in register maps of manufacturers', () => {
    // SolarEdge "SunSpec Implementation", 0-based from 40000: model 1 has 65 registers there, so the inverter begins at 40069.
    const inverter = (name: string) => 40_071 + offsetOf(103, name);
    expect([inverter('W'), inverter('Hz'), inverter('WH'), inverter('DCW'), inverter('St')]).toEqual([
      40_083, 40_085, 40_093, 40_100, 40_107,
    ]);
    // The same document, meter 1: total real power at 40206 and exported and imported energy at 40226 and 40234.
    const meter = (name: string) => 40_190 + offsetOf(203, name);
    expect([meter('W'), meter('TotWhExp'), meter('TotWhImp')]).toEqual([40_206, 40_226, 40_234]);
  });

  it('name only existing scale factors and counters', () => {
    for (const { ids, fields, repeating } of models) {
      const names = fields.map((f) => f.name);
      expect(new Set(names).size, `model ${ids[0]}`).toBe(names.length);
      for (const { scale } of [...fields, ...(repeating?.fields ?? [])])
        if (scale !== undefined) expect(names).toContain(scale);
      if (repeating) expect(names).toContain(repeating.count);
    }
  });

  it('refuse an invalid row', () => {
    expect(() => fieldsOf('W int17')).toThrow(/no such field/);
  });
});

describe('decoding', () => {
  it('applies scale factors in both directions without binary noise', () => {
    const { values } = decoded(103, { W: -1234, W_SF: 1, PhVphA: 2307, V_SF: -1, Hz: 4998, Hz_SF: -2 });
    expect(values).toMatchObject({ W: -12_340, PhVphA: 230.7, Hz: 49.98 });
  });

  it('returns null for unimplemented values of every type', () => {
    for (const id of modelsById.keys()) {
      const { values } = decoded(id, {});
      for (const [name, value] of Object.entries(values)) expect(value, `${id} ${name}`).toBeNull();
    }
  });

  it('does not guess when the scale factor is missing or absurd', () => {
    expect(decoded(103, { W: 500 }).values.W).toBeNull();
    expect(decoded(103, { W: 500, W_SF: 11 }).values.W).toBeNull();
    expect(decoded(103, { W: 500, W_SF: -10 }).values.W).toBeCloseTo(5e-8);
  });

  it('reads the first version of model 713, and a truncated model up to its end', () => {
    const bytes = encodeModel(713, modelOf(713), { SoC: 55, WHRtg: 1024, WH_SF: 1 }).subarray(4);
    // Without Pct_SF, as in the first version of the model.
    expect(decodeModel(713, modelOf(713), bytes.subarray(0, 12)).values).toMatchObject({
      SoC: 55,
      WHRtg: 10_240,
    });
    expect(decodeModel(713, modelOf(713), bytes.subarray(0, 3)).values).toMatchObject({
      WHRtg: null,
      SoC: null,
    });
  });

  it('reads texts up to the first NUL and without unprintable characters', () => {
    expect(decoded(1, { Mn: 'Fronius ', Md: 'GEN\u000124', SN: '' }).values).toMatchObject({
      Mn: 'Fronius',
      Md: 'GEN24',
      SN: null,
    });
  });

  it('returns no more repeating blocks than the model has registers for', () => {
    const inputs = [
      { DCW: 1500, IDStr: 'MPPT 1' },
      { DCW: 700, IDStr: 'MPPT 2' },
    ];
    const powers = (N: number) => decoded(160, { DCW_SF: 0, N }, inputs).blocks.map((b) => b.DCW);
    expect(powers(2)).toEqual([1500, 700]);
    expect(powers(1)).toEqual([1500]);
    expect(powers(65_534)).toEqual([1500, 700]);
    const many = Array.from({ length: 40 }, () => ({ DCW: 1 }));
    expect(decoded(160, { DCW_SF: 0, N: 40 }, many).blocks).toHaveLength(MAX_BLOCKS);
  });

  it('never throws and returns only finite numbers, for any registers', () => {
    const ids = [...modelsById.keys()];
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.uint8Array({ maxLength: 700 }), (id, bytes) => {
        const { values, blocks } = decodeModel(id, modelOf(id), bytes);
        for (const value of [values, ...blocks].flatMap((v) => Object.values(v)))
          if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
      }),
    );
  });
});

/** Holding registers as in an inverter: reading beyond them is refused. */
function registers(base: number, bytes: Uint8Array) {
  const requests: [number, number][] = [];
  const read = async (address: number, count: number) => {
    requests.push([address, count]);
    const from = (address - base) * 2;
    if (from < 0 || from + count * 2 > bytes.length) throw new RefusedError(2, 'illegal data address');
    return bytes.subarray(from, from + count * 2);
  };
  return { read, requests };
}
const words = (...numbers: number[]) => Buffer.from(numbers.flatMap((n) => [n >> 8, n & 0xff]));
const SUNS = Buffer.from('SunS');

describe('the scan', () => {
  it.each([40_000, 50_000, 0])(
    'finds the block at %i and follows its chain, including unknown models',
    async (base) => {
      const bytes = Buffer.concat([
        SUNS,
        words(1, 1, 7),
        words(64_001, 2, 0, 0),
        words(103, 0),
        words(0xffff, 0),
      ]);
      expect(await scan(registers(base, bytes).read)).toEqual({
        base,
        models: [
          { id: 1, address: base + 2, length: 1 },
          { id: 64_001, address: base + 5, length: 2 },
          { id: 103, address: base + 9, length: 0 },
        ],
      });
    },
  );

  it('finds nothing without a marker', async () => {
    expect(await scan(registers(40_000, words(1, 2, 3, 4)).read)).toBeNull();
    expect(await scan(registers(7, SUNS).read)).toBeNull();
  });

  it('keeps models found before a missing end marker', async () => {
    const found = await scan(registers(40_000, Buffer.concat([SUNS, words(103, 0)])).read);
    expect(found?.models).toHaveLength(1);
    expect(found?.incomplete).toMatch(/no model and no end marker at register 40004/);
  });

  it('stops at a length beyond the address space', async () => {
    const found = await scan(registers(40_000, Buffer.concat([SUNS, words(103, 60_000)])).read);
    expect(found).toMatchObject({
      models: [],
      incomplete: expect.stringMatching(/impossible length \(60000\)/),
    });
  });

  it('terminates an endless chain', async () => {
    const { read, requests } = registers(0, Buffer.concat([SUNS, Buffer.alloc(131_068)]));
    const found = await scan(read);
    expect(found?.incomplete).toMatch(/more than 100 models/);
    expect(requests.length).toBeLessThan(110);
  });

  it('reports an inverter that does not answer, instead of treating it as one without SunSpec', async () => {
    const read = () => Promise.reject(new Error('no answer within 3000 ms'));
    await expect(scan(read)).rejects.toThrow(/no answer/);
  });

  it('always ends, for any registers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 4, maxLength: 400 }), async (tail) => {
        const { read, requests } = registers(40_000, Buffer.concat([SUNS, tail]));
        const found = await scan(read);
        for (const model of found?.models ?? [])
          await readModel(read, model).catch((error) => expect(error).toBeInstanceOf(RefusedError));
        expect(requests.length).toBeLessThan(400);
      }),
    );
  });
});

describe('reading a model', () => {
  it('requests at most 125 registers at once, and no more than the table has', async () => {
    const bytes = Buffer.concat([words(701, 153), Buffer.alloc(306)]);
    const { read, requests } = registers(100, bytes);
    await readModel(read, { id: 701, address: 100, length: 153 });
    expect(requests).toEqual([
      [100, 125],
      [225, 30],
    ]);
    const long = registers(100, Buffer.concat([words(713, 900), Buffer.alloc(1800)]));
    await readModel(long.read, { id: 713, address: 100, length: 900 });
    expect(long.requests).toEqual([[100, 9]]);
  });

  it('detects that the model has changed', async () => {
    const { read } = registers(100, Buffer.concat([words(803, 7), Buffer.alloc(14)]));
    await expect(readModel(read, { id: 713, address: 100, length: 7 })).rejects.toThrow(
      /no longer at register 100/,
    );
  });
});
