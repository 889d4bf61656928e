import type { PassportBasis, PassportValue } from '@voltloop/contract';
import type { UsableEnergy } from '@voltloop/domain/battery-test/index.ts';
import type { Attribute, Origin } from '@voltloop/domain/passport/attribute.ts';
import { attributes } from '@voltloop/domain/passport/index.ts';
import type { Facts } from './facts.ts';
import type { Reported } from './telemetry.ts';
import type { Extremes } from './telemetry-periods.ts';

/** Attributes of the model that limit its temperatures. */
export const limits = { low: 'idleTemperatureLow', high: 'idleTemperatureHigh' } as const;

/** A value with its origin, as in replies. */
export interface Found {
  value: string;
  origin: Origin;
  source: string | null;
  sourceId: string | null;
  at: string;
  /** The period of the value, if it depends on more than one reading. */
  basis?: PassportBasis;
}

/** The data that values are derived from; a product that is not connected has reported nothing. */
export interface Sources {
  facts: Facts;
  /** The public address of the passport. */
  url: string;
  reported: Reported;
}

type Read = (sources: Sources) => Found | null;
const rounded = (value: number, digits = 2) => String(Number(value.toFixed(digits)));

const ofBattery =
  (value: (battery: Facts['battery']) => string | number | null): Read =>
  ({ facts: { battery } }) =>
    found('battery', value(battery), battery.updatedOn, battery.code, battery.id);
const ofCategory =
  (value: (category: Facts['category']) => string | number | null): Read =>
  ({ facts: { category } }) =>
    found('category', value(category), category.updatedOn, category.name, category.id);
const ofTest =
  (value: (test: NonNullable<Facts['test']>, facts: Facts) => number | null): Read =>
  ({ facts }) =>
    facts.test && found('testReport', value(facts.test, facts), facts.test.day, facts.test.no, facts.test.id);
/** @param value of these readings, all of which exist */
const ofReadings =
  <N extends keyof Readings>(
    names: readonly N[],
    value: (readings: Record<N, Reading>, facts: Facts) => number | string | null,
  ): Read =>
  ({ facts, reported: { readings } }) => {
    if (!facts.thing || !hasAll(readings, names)) return null;
    const at = names.map((name) => readings[name].at).sort()[0] as string;
    return found('telemetry', value(readings, facts), at, facts.thing.devid, facts.deviceId);
  };

type Readings = Reported['readings'];
type Reading = NonNullable<Readings[keyof Readings]>;
const hasAll = <N extends keyof Readings>(
  readings: Readings,
  names: readonly N[],
): readings is Readings & Record<N, Reading> => names.every((name) => readings[name] !== undefined);

/** @param value from the discharges of the last months */
const ofEnergy =
  (value: (energy: UsableEnergy, facts: Facts) => number | null): Read =>
  ({ facts, reported: { energy } }) => {
    const last = energy?.discharges.at(-1);
    if (!facts.thing || !energy || !last) return null;
    const at = new Date(last.to).toISOString();
    const read = found('telemetry', value(energy, facts), at, facts.thing.devid, facts.deviceId);
    const { discharges, uncertainty_pct } = energy;
    return read && { ...read, basis: { kind: 'discharges', uncertainty_pct, discharges } };
  };
/** Minutes beyond a limit of the model. */
const ofExtremes =
  (name: keyof Extremes['minutes'], side: keyof Extremes['limits']): Read =>
  ({ facts, reported: { extremes } }) => {
    const limit = extremes?.limits[side];
    if (!facts.thing || !extremes || limit == null) return null;
    const { from, to, hours } = extremes;
    const at = new Date(to).toISOString();
    const read = found('telemetry', extremes.minutes[name], at, facts.thing.devid, facts.deviceId);
    return read && { ...read, basis: { kind: 'readings', from, to, hours, limit } };
  };

function found(
  origin: Origin,
  value: string | number | null,
  at: string,
  source: string | null = null,
  sourceId: string | null = null,
): Found | null {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return null;
  return { value: typeof value === 'number' ? rounded(value) : value, origin, source, sourceId, at };
}

const partyText = (party: Facts['operator']) =>
  party && [party.name, party.creditCode ?? party.duns].filter(Boolean).join(', ');
const ratedAh = ({ battery, category }: Facts) => battery.ratedAh ?? category.capacityAh;
const fade = (remaining: number | null, rated: number | null) =>
  remaining === null || !rated ? null : 100 * (1 - remaining / rated);
export const enteredNumber = ({ entered }: Facts, code: string): number | null => {
  const value = entered.find((each) => each.code === code)?.value;
  return value === undefined ? null : Number(value);
};
const efficiency = (charged: number, discharged: number) =>
  charged > 0 ? (100 * discharged) / charged : null;

function shareOfCertified(energy_kWh: number | null, facts: Facts): number | null {
  const certified = enteredNumber(facts, 'certifiedUsableEnergy');
  return energy_kWh === null || !certified ? null : (100 * energy_kWh) / certified;
}

/** The reader of each derived value, by origin in their order. A test compares them with the attributes. */
export const readers: Readonly<Record<string, Partial<Record<Origin, Read>>>> = {
  passportId: { passport: ({ facts, url }) => found('passport', url, facts.issuedOn) },
  batteryId: { battery: ofBattery(({ code }) => code) },
  operatorId: {
    enterprise: ({ facts: { operator, model } }) =>
      found('enterprise', partyText(operator), model.updatedOn, operator?.name, operator?.id),
  },
  manufacturerId: {
    enterprise: ({ facts: { producer, battery } }) =>
      found('enterprise', partyText(producer), battery.updatedOn, producer?.name, producer?.id),
  },
  manufacturingDate: { battery: ofBattery(({ productionDate }) => productionDate) },
  category: {
    model: ({ facts: { model } }) => found('model', model.category, model.updatedOn, null, model.id),
  },
  mass: { battery: ofBattery(({ massKg }) => massKg), category: ofCategory(({ weightKg }) => weightKg) },
  status: { passport: ({ facts }) => found('passport', facts.status, facts.statusOn) },
  chemistry: {
    battery: ofBattery(({ chemistry }) => chemistry),
    category: ofCategory(({ chemistry }) => chemistry),
  },
  ratedCapacity: {
    battery: ofBattery((battery) => battery.ratedAh),
    category: ofCategory(({ capacityAh }) => capacityAh),
  },
  nominalVoltage: {
    battery: ofBattery(({ ratedV }) => ratedV),
    category: ofCategory(({ voltage }) => voltage),
  },
  remainingCapacity: {
    testReport: ofTest(({ capacityAh }) => capacityAh),
    telemetry: ofReadings(['soh'], ({ soh }, facts) => {
      const rated = ratedAh(facts);
      return rated === null ? null : (rated * soh.last) / 100;
    }),
  },
  capacityFade: {
    testReport: ofTest(({ capacityAh, ratedAh: tested }, facts) =>
      fade(capacityAh, tested ?? ratedAh(facts)),
    ),
    telemetry: ofReadings(['soh'], ({ soh }) => 100 - soh.last),
  },
  remainingEnergy: {
    testReport: ofTest(({ energyWh }) => (energyWh === null ? null : energyWh / 1000)),
    telemetry: ofEnergy(({ energy_kWh }) => energy_kWh),
  },
  soce: {
    testReport: ofTest(({ energyWh }, facts) =>
      shareOfCertified(energyWh === null ? null : energyWh / 1000, facts),
    ),
    telemetry: ofEnergy(({ energy_kWh }, facts) => shareOfCertified(energy_kWh, facts)),
  },
  soc: { telemetry: ofReadings(['soc'], ({ soc }) => soc.last) },
  remainingEfficiency: {
    telemetry: ofReadings(['terminal_charge', 'terminal_discharge'], (each) =>
      efficiency(each.terminal_charge.last, each.terminal_discharge.last),
    ),
  },
  efficiencyFade: {
    telemetry: ofReadings(['terminal_charge', 'terminal_discharge'], (each, facts) => {
      const initial = enteredNumber(facts, 'initialEfficiency');
      const now = efficiency(each.terminal_charge.last, each.terminal_discharge.last);
      return initial === null || now === null ? null : initial - now;
    }),
  },
  resistanceIncrease: {
    testReport: ofTest(({ dcir, freshDcir }) =>
      dcir === null || !freshDcir ? null : 100 * (dcir / freshDcir - 1),
    ),
  },
  fullCycles: {
    telemetry: ofReadings(['cycles'], ({ cycles }) => cycles.last),
    battery: ofBattery(({ cycles }) => cycles),
  },
  energyThroughput: {
    telemetry: ofReadings(
      ['terminal_charge', 'terminal_discharge'],
      (each) => (each.terminal_charge.last + each.terminal_discharge.last) / 1000,
    ),
  },
  temperature: {
    telemetry: ofReadings(
      ['cell_t_min', 'cell_t_max'],
      ({ cell_t_min, cell_t_max }) => `${rounded(cell_t_min.low, 1)} – ${rounded(cell_t_max.high, 1)} °C`,
    ),
  },
  minutesHot: { telemetry: ofExtremes('hot', 'high') },
  minutesCold: { telemetry: ofExtremes('cold', 'low') },
  minutesChargingHot: { telemetry: ofExtremes('chargingHot', 'high') },
  minutesChargingCold: { telemetry: ofExtremes('chargingCold', 'low') },
  deepDischarges: {
    telemetry: ({ facts, reported: { deepDischarges: deep } }) =>
      facts.thing && deep
        ? found('telemetry', deep.count, new Date(deep.at).toISOString(), facts.thing.devid, facts.deviceId)
        : null,
  },
};

/** The value of an attribute: the first of its origins that has one. */
export function valueFor({ code, origins }: Attribute, sources: Sources): Found | null {
  for (const origin of origins) {
    const read = readers[code]?.[origin];
    const value = read ? read(sources) : enteredValue(sources.facts, code, origin);
    if (value) return value;
  }
  return null;
}

function enteredValue({ entered, model, id }: Facts, code: string, origin: Origin): Found | null {
  if (origin !== 'enteredForModel' && origin !== 'enteredForBattery') return null;
  const own = origin === 'enteredForBattery';
  const value = entered.find((each) => each.code === code && each.own === own);
  return value
    ? { value: value.value, origin, source: value.source, sourceId: own ? id : model.id, at: value.day }
    : null;
}

/** Values that those from telemetry depend on: entered for the model, or of the record. */
const needed: Readonly<Record<string, (facts: Facts) => NonNullable<PassportValue['why']> | null>> = {
  remainingCapacity: (facts) => (ratedAh(facts) === null ? 'noRatedCapacity' : null),
  soce: (facts) => (enteredNumber(facts, 'certifiedUsableEnergy') ? null : 'noCertifiedEnergy'),
  efficiencyFade: (facts) => (enteredNumber(facts, 'initialEfficiency') === null ? 'noEfficiency' : null),
  ...Object.fromEntries(
    Object.entries({ Hot: limits.high, Cold: limits.low }).flatMap(([side, code]) => {
      const why = (facts: Facts) =>
        (enteredNumber(facts, code) === null ? 'noLimit' : null) as 'noLimit' | null;
      return [`minutes${side}`, `minutesCharging${side}`].map((name) => [name, why]);
    }),
  ),
};

/** Why the telemetry gives no value; null if the attribute never has one from it. */
export function missingReason({ code, origins }: Attribute, { facts }: Sources): PassportValue['why'] {
  if (!origins.includes('telemetry')) return null;
  if (!facts.thing) return 'notConnected';
  return (
    needed[code]?.(facts) ?? (code === 'soce' || code === 'remainingEnergy' ? 'noDischarge' : 'noReadings')
  );
}

/** Attributes of a category with their values, in their order. */
export function valuesOf(sources: Sources, among: (attribute: Attribute) => boolean) {
  const { category } = sources.facts.model;
  return attributes
    .filter((attribute) => attribute.duty[category] !== '-' && among(attribute))
    .map((attribute) => ({ attribute, found: valueFor(attribute, sources) }));
}
