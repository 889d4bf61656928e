import { reportFields } from '@voltloop/domain/reporting/fields.ts';
import type { Payload } from '@voltloop/domain/reporting/problems.ts';
import { decimalOf, rounded } from '@voltloop/resource-kit';
import type { Facts, Party } from './facts.ts';
import type { ProductionFacts, RecyclingFacts } from './supply.ts';

export interface Supplied {
  production?: ProductionFacts | undefined;
  recycling?: RecyclingFacts | undefined;
}

/** The payload of a record: facts of the ledger and the master data, and entered values for the rest. */
export function payloadOf(facts: Facts, supplied: Supplied): Payload {
  const built: Payload = builders[facts.type - 1]?.(facts, supplied) ?? {};
  const values = reportFields(facts.type).map(({ name, booked }): [string, unknown] => [
    name,
    booked ? built[name] : (facts.entered[name] ?? built[name]),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null));
}

const levels = ['P', 'M', 'C'];
const levelOf = ({ battery }: Facts) => battery?.productType && levels[battery.productType - 1];
const yesNo = (value: number | null | undefined) => (value == null ? null : value === 1);

/** To two decimals, where the platform accepts no more and the ledger has three. */
const twoDecimals = (value: string | null | undefined) =>
  value == null ? value : rounded(decimalOf(value), 2).toFixed();

const battery = ({ battery: own, kg }: Facts) => ({
  batteryType: own?.chemistry,
  ratedCapacity: own?.ratedCapacity,
  ratedEnergy: twoDecimals(own?.ratedEnergy),
  ratedVoltage: own?.ratedVoltage,
  mass: kg,
});
const kindOf = (party: Party | null) => party && (party.person ? 'person' : 'company');
const fromParty = (party: Party | null) => ({
  sourceKind: kindOf(party),
  sourceUscc: party?.code,
  sourceName: party?.name,
});
const toParty = (party: Party | null) => ({ destName: party?.name, destUscc: party?.code });
const weighing = ({ weighTicketNo, gross, tare }: Facts) => ({ weighTicketNo, gross, tare });

/** Kinds of enterprises → kinds of receivers of the platform. */
const receiverKinds: Readonly<Record<number, string>> = {
  4: 'outlet',
  1: 'outlet',
  2: 'outlet',
  5: 'utilization',
  6: 'recycler',
};

const vehicleReceipt = (facts: Facts) => ({
  vin: facts.vehicle?.vin,
  plateNo: facts.vehicle?.plateNo,
  vehicleModel: facts.vehicle?.model,
  vehicleOwnerType: facts.vehicle?.ownerType && (facts.vehicle.ownerType === 1 ? 'company' : 'person'),
  scrapDate: facts.vehicle?.scrapDate,
  packCode: facts.battery?.code,
  packCount: facts.vehicle?.packs,
  batteryComplete: yesNo(facts.vehicle?.batteryComplete),
  ...battery(facts),
  sourceUscc: facts.party?.code,
  store: facts.store?.name,
  receivedOn: facts.day,
});

const vehicleOutbound = (facts: Facts) => ({
  documentNo: facts.documentNo,
  packCode: facts.battery?.code,
  outboundDate: facts.day,
  ...toParty(facts.party),
  destKind: receiverKinds[facts.party?.kind ?? 0],
  destPermitNo: facts.party?.permitNo,
  destPermitExpiry: facts.party?.permitTo,
  mass: facts.kg,
  vehiclePlate: facts.plate,
  waybillNo: facts.waybillNo,
});

const production = (facts: Facts, { production: made }: Supplied) => ({
  echelonCompanyCode: facts.enterprise?.code,
  echelonCompanyName: facts.enterprise?.name,
  productCode: facts.battery?.code,
  outboundDate: facts.handedOverOn,
  applicationArea: facts.battery?.use,
  batteryRatedCapacity: facts.battery?.ratedCapacity,
  batteryRatedPower: twoDecimals(facts.battery?.ratedEnergy),
  batteryRatedVoltage: facts.battery?.ratedVoltage,
  batteryWeight: twoDecimals(facts.kg),
  batteryType: facts.battery?.chemistry,
  sohPct: facts.battery?.soh,
  toCompanyOrPersonFlag: kindOf(facts.receiver),
  ...(facts.receiver?.person
    ? { dirPersonName: facts.receiver.name, dirPersonId: facts.receiver.idCard }
    : toParty(facts.receiver)),
  ...made,
});

const codedScrap = (facts: Facts) => ({
  code: facts.battery?.code,
  level: levelOf(facts),
  scrapDate: facts.day,
  scrapReason: facts.reason,
  mass: facts.kg,
  sourceKind: kindOf(facts.source),
  sourceUscc: facts.source?.code,
  ...toParty(facts.receiver),
  photos: facts.photos,
  approver: facts.approver,
});

const scrapByMass = (facts: Facts) => ({
  batteryType: facts.chemistry,
  material: facts.material,
  mass: facts.kg,
  basis: facts.basis,
  scrapDate: facts.day,
  reason: facts.reason,
  sourceUscc: facts.source?.code,
  ...toParty(facts.receiver),
  ...weighing(facts),
});

const codedReceipt = (facts: Facts) => ({
  code: facts.battery?.code,
  level: levelOf(facts),
  inboundDate: facts.day,
  ...fromParty(facts.party),
  contractNo: facts.contractNo,
  ...battery(facts),
  store: facts.store?.name,
  receiptNo: facts.documentNo,
});

const receiptByMass = (facts: Facts) => ({
  batteryType: facts.chemistry,
  form: facts.material,
  ...weighing(facts),
  net: facts.kg,
  inboundDate: facts.day,
  ...fromParty(facts.party),
  store: facts.store?.name,
  lotNo: facts.lotNo,
});

const recycled = (facts: Facts, { recycling }: Supplied) => ({
  lotNo: facts.lotNo,
  ...toParty(facts.receiver),
  outboundDate: facts.handedOverOn,
  ...recycling,
});

/** One for each type, in their order. */
const builders: readonly ((facts: Facts, supplied: Supplied) => Payload)[] = [
  vehicleReceipt,
  vehicleOutbound,
  production,
  production,
  production,
  codedScrap,
  scrapByMass,
  codedReceipt,
  receiptByMass,
  recycled,
];
