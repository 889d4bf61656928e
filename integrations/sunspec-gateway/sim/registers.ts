/** The registers of an inverter with PV, battery and meter, from the physics of the simulated fleet. */
import { type System, statusFrame } from '@voltloop/simulator';
import { symbols } from '../mapping.ts';
import { encodeModel, type Given, modelsById } from '../sunspec/index.ts';

/**
 * `classic`: integers with scale factors (103, 160, 203, 802). `der`: IEEE 1547 models and floats (701, 713, 714, 213).
 */
export type Profile = 'classic' | 'der';

/** PV has the same conversion loss to the AC side as the simulated battery. */
const EFFICIENCY = 0.965;
export const BASE = 40_000;

interface Facts {
  data: Record<string, number>;
  system: System;
}

/** The value of a point that the simulator always has. */
const at = ({ data }: Facts, key: string): number => data[key] ?? 0;
const scaled = (value: number, power: number): number => Math.round(value / 10 ** power);

function common(system: System): Given {
  return { Mn: 'Voltloop', Md: 'SunSim 10', Vr: '1.2.3', SN: system.spec.devid, DA: 1 };
}

/** State of charging, as ChaSt of models 124 and 802. */
function chargeStatus(facts: Facts): number {
  const { CHARGING, DISCHARGING, FULL, EMPTY, HOLDING } = symbols.ChaSt;
  return { 2: CHARGING, 3: DISCHARGING, 4: FULL, 5: EMPTY }[at(facts, 'M_STATE')] ?? HOLDING;
}

/** Connection to the grid, as ConnSt of model 701 and ECPConn of 122. */
const connection = (facts: Facts) => (at(facts, 'E_GRID_MODE') === 1 ? 'CONNECTED' : 'DISCONNECTED');

function phases(facts: Facts, point: string, name: string, power: number): Given {
  const given: Given = {};
  for (let n = 0; n < facts.system.spec.phases; n += 1)
    given[`${name}ph${'ABC'[n]}`] = scaled(at(facts, `${point}_L${n + 1}`), power);
  return given;
}

function inverter(facts: Facts): Given {
  const { energy } = facts.system.state;
  const power_w = at(facts, 'E_INV_P');
  const volt_v = at(facts, 'E_GRID_V_L1');
  const lines = facts.system.spec.phases;
  return {
    A: scaled(Math.abs(power_w) / volt_v, -2),
    AphA: scaled(Math.abs(power_w) / lines / volt_v, -2),
    A_SF: -2,
    ...phases(facts, 'E_GRID_V', 'PhV', -1),
    V_SF: -1,
    W: power_w,
    W_SF: 0,
    Hz: scaled(at(facts, 'E_GRID_F_L1'), -2),
    Hz_SF: -2,
    VAr: at(facts, 'E_INV_Q'),
    VAr_SF: 0,
    WH: Math.floor(Math.max(0, energy.pv + energy.dis - energy.chg)),
    WH_SF: 0,
    TmpCab: scaled(at(facts, 'E_INV_T'), -1),
    Tmp_SF: -1,
    St: 4,
    Evt1: 0,
    Evt2: 0,
  };
}

/** DC power of each PV input, W. */
function inputs(facts: Facts): { volt_v: number; power_w: number; share: number }[] {
  const { strings_w } = facts.system.spec;
  const all_w = strings_w.reduce((a, b) => a + b, 0);
  return strings_w.slice(0, 4).map((peak_w, i) => ({
    volt_v: at(facts, `E_PV${i + 1}_V`),
    power_w: at(facts, `E_PV${i + 1}_P`) / EFFICIENCY,
    share: peak_w / all_w,
  }));
}

function mppt(facts: Facts): [Given, Given[]] {
  const { energy } = facts.system.state;
  const power_w = at(facts, 'M_POWER');
  const volt_v = at(facts, 'M_VOLT');
  const block = (no: number, name: string, v: number, w: number, wh: number): Given => ({
    ID: no,
    IDStr: name,
    DCA: scaled(v > 0 ? w / v : 0, -2),
    DCV: scaled(v, -1),
    DCW: Math.round(w),
    DCWH: Math.floor(wh),
    DCSt: 4,
  });
  const sun = inputs(facts);
  const blocks = sun.map((s, i) =>
    block(i + 1, `MPPT ${i + 1}`, s.volt_v, s.power_w, (energy.pv * s.share) / EFFICIENCY),
  );
  const n = blocks.length;
  blocks.push(block(n + 1, `StCha ${n + 1}`, volt_v, Math.max(0, -power_w), energy.dc_chg));
  blocks.push(block(n + 2, `StDisCha ${n + 2}`, volt_v, Math.max(0, power_w), energy.dc_dis));
  return [{ DCA_SF: -2, DCV_SF: -1, DCW_SF: 0, DCWH_SF: 0, N: blocks.length }, blocks];
}

/** The meter is at the grid connection: positive is import. */
function meter(facts: Facts, float: boolean): Given {
  const { energy } = facts.system.state;
  const lines = facts.system.spec.phases;
  const power_w = at(facts, 'E_GRID_P');
  const place = (power: number) => (float ? 0 : power);
  const value = (v: number, power: number) => (float ? v : scaled(v, power));
  const given: Given = {
    W: power_w,
    W_SF: 0,
    Hz: value(at(facts, 'E_GRID_F_L1'), -2),
    Hz_SF: -2,
    // Per cent as an integer, a ratio as a float.
    PF: float ? at(facts, 'E_GRID_PF') : scaled(at(facts, 'E_GRID_PF') * 100, -1),
    PF_SF: -1,
    TotWhImp: Math.floor(energy.imp),
    TotWhExp: Math.floor(energy.exp),
    TotWh_SF: place(0),
    A_SF: -1,
    V_SF: -1,
  };
  for (let n = 0; n < lines; n += 1) {
    const phase = 'ABC'[n];
    given[`Wph${phase}`] = Math.round(power_w / lines);
    given[`Aph${phase}`] = value(Math.abs(at(facts, `E_GRID_I_L${n + 1}`)), -1);
    given[`PhVph${phase}`] = value(at(facts, `E_GRID_V_L${n + 1}`), -1);
  }
  return given;
}

function battery(facts: Facts): Given {
  return {
    AHRtg: facts.system.spec.packs * facts.system.spec.pack_ah,
    AHRtg_SF: 0,
    WHRtg: scaled(at(facts, 'M_CAP_RATED'), 1),
    WHRtg_SF: 1,
    WChaDisChaMax_SF: 0,
    SoCMax: 1000,
    SoCMin: 0,
    SoCRsvMin: scaled(at(facts, 'E_SOC_RSV'), -1),
    SoC: scaled(at(facts, 'M_SOC'), -1),
    SoC_SF: -1,
    SoH: scaled(at(facts, 'M_SOH'), -1),
    SoH_SF: -1,
    NCyc: Math.floor(at(facts, 'M_CYCLES')),
    ChaSt: chargeStatus(facts),
    LocRemCtl: 1,
    Hb: at(facts, 'M_HB'),
    AlmRst: 0,
    Typ: 4,
    State: symbols.State.CONNECTED,
    Evt1: 0,
    Evt2: 0,
    EvtVnd1: 0,
    EvtVnd2: 0,
    V: scaled(at(facts, 'M_VOLT'), -1),
    VMax: scaled(at(facts, 'M_CHG_V_LIM'), -1),
    VMin: scaled(at(facts, 'M_DIS_V_LIM'), -1),
    V_SF: -1,
    CellVMax: at(facts, 'M_CELL_V_MAX'),
    CellVMin: at(facts, 'M_CELL_V_MIN'),
    CellVAvg: at(facts, 'M_CELL_V_AVG'),
    CellV_SF: -3,
    A: scaled(at(facts, 'M_CURR'), -1),
    A_SF: -1,
    AChaMax: scaled(at(facts, 'M_CHG_I_LIM'), -1),
    ADisChaMax: scaled(at(facts, 'M_DIS_I_LIM'), -1),
    AMax_SF: -1,
    W: at(facts, 'M_POWER'),
    W_SF: 0,
    SetOp: 1,
    SetInvState: 3,
  };
}

function storageControl(facts: Facts): Given {
  return {
    WChaMax: at(facts, 'E_CHG_LIM'),
    WChaMax_SF: 0,
    StorCtl_Mod: 0,
    MinRsvPct: at(facts, 'E_SOC_RSV'),
    MinRsvPct_SF: 0,
    ChaState: scaled(at(facts, 'M_SOC'), -1),
    ChaState_SF: -1,
    InBatV: scaled(at(facts, 'M_VOLT'), -1),
    InBatV_SF: -1,
    ChaSt: chargeStatus(facts),
  };
}

function derAc(facts: Facts): Given {
  const { energy } = facts.system.state;
  const given: Given = {
    ACType: facts.system.spec.phases === 3 ? symbols.ACType.THREE_PHASE : symbols.ACType.SINGLE_PHASE,
    St: symbols.St.ON,
    InvSt: symbols.InvSt.RUNNING,
    ConnSt: symbols.ConnSt[connection(facts)],
    Alrm: 0,
    DERMode: 1,
    W: at(facts, 'E_INV_P'),
    W_SF: 0,
    Var: at(facts, 'E_INV_Q'),
    Var_SF: 0,
    Hz: scaled(at(facts, 'E_GRID_F_L1'), -2),
    Hz_SF: -2,
    TotWhInj: Math.floor(energy.pv + energy.dis),
    TotWhAbs: Math.floor(energy.chg),
    TotWh_SF: 0,
    TmpCab: scaled(at(facts, 'E_INV_T'), -1),
    Tmp_SF: -1,
    V_SF: -1,
  };
  for (let n = 1; n <= facts.system.spec.phases; n += 1)
    given[`VL${n}`] = scaled(at(facts, `E_GRID_V_L${n}`), -1);
  return given;
}

function derDc(facts: Facts): [Given, Given[]] {
  const { energy } = facts.system.state;
  const power_w = at(facts, 'M_POWER');
  const blocks: Given[] = inputs(facts).map((s, i) => ({
    PrtTyp: 1,
    ID: i + 1,
    IDStr: `PV ${i + 1}`,
    DCA: scaled(s.volt_v > 0 ? s.power_w / s.volt_v : 0, -2),
    DCV: scaled(s.volt_v, -1),
    DCW: Math.round(s.power_w),
    DCWhInj: Math.floor((energy.pv * s.share) / EFFICIENCY),
    DCSta: 2,
  }));
  blocks.push({
    PrtTyp: 2,
    ID: blocks.length + 1,
    IDStr: 'Battery',
    DCA: scaled(at(facts, 'M_CURR'), -2),
    DCV: scaled(at(facts, 'M_VOLT'), -1),
    DCW: power_w,
    DCWhInj: Math.floor(energy.dc_dis),
    DCWhAbs: Math.floor(energy.dc_chg),
    DCSta: 2,
  });
  const head = { PrtAlrms: 0, NPrt: blocks.length, DCA_SF: -2, DCV_SF: -1, DCW_SF: 0, DCWH_SF: 0, Tmp_SF: 0 };
  return [head, blocks];
}

/** The current SunSpec block of a system, from {@link BASE} on, as bytes. */
export function registersOf(system: System, now_ms: number, profile: Profile): Buffer {
  const facts: Facts = { system, data: statusFrame(system, now_ms).data ?? {} };
  const three = system.spec.phases === 3;
  const list: [number, Given, Given[]?][] =
    profile === 'classic'
      ? [
          [three ? 103 : 101, inverter(facts)],
          [
            120,
            {
              DERTyp: 82,
              WRtg: system.spec.inverter_w,
              WRtg_SF: 0,
              MaxDisChaRte: at(facts, 'E_DIS_LIM'),
              MaxDisChaRte_SF: 0,
            },
          ],
          [122, { PVConn: 7, StorConn: 7, ECPConn: symbols.ECPConn[connection(facts)] }],
          [124, storageControl(facts)],
          [160, ...mppt(facts)],
          [three ? 203 : 201, meter(facts, false)],
          [802, battery(facts)],
        ]
      : [
          [701, derAc(facts)],
          [
            713,
            {
              WHRtg: scaled(at(facts, 'M_CAP_RATED'), 1),
              WHAvail: scaled(at(facts, 'M_CAP_REMAIN'), 1),
              WH_SF: 1,
              SoC: scaled(at(facts, 'M_SOC'), -1),
              SoH: scaled(at(facts, 'M_SOH'), -1),
              Pct_SF: -1,
              Sta: 1,
            },
          ],
          [714, ...derDc(facts)],
          [three ? 213 : 211, meter(facts, true)],
        ];
  return sunSpecBlock([[1, common(system)], ...list]);
}

/** Marker, models and end marker. */
export function sunSpecBlock(list: readonly [number, Given, Given[]?][]): Buffer {
  const parts = list.map(([id, given, blocks]) => {
    const model = modelsById.get(id);
    if (!model) throw new RangeError(`no table for model ${id}`);
    return encodeModel(id, model, given, blocks);
  });
  return Buffer.concat([Buffer.from('SunS'), ...parts, Buffer.from([0xff, 0xff, 0, 0])]);
}
