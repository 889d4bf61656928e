/**
 * Meanings of the bits of the fault points. The catalogue follows Fenecon Home's three levels (OpenEMS
 * `BatteryFeneconHome`): pre-alarm → WARN (1 notice), level 1 → ALARM (2 warning), level 2 → PROT (3 fault); a bit
 * means the same condition in all three. Bits are counted from 0 and never change their meaning.
 */
import type { FaultDefinition } from '../info-model.ts';

/** `advice` and `unit` as in {@link FaultDefinition}. */
type Row = [bit: number, en: string, zh: string, advice: string, unit?: string];

/** Conditions with a threshold, at the same bits of every level. */
const limits: Row[] = [
  [0, 'Cell over-voltage', '单体过压', 'overVoltage', 'mV'],
  [1, 'Cell under-voltage', '单体欠压', 'underVoltage', 'mV'],
  [2, 'Total over-voltage', '总压过压', 'overVoltage', 'V'],
  [3, 'Total under-voltage', '总压欠压', 'underVoltage', 'V'],
  [4, 'Charge over-current', '充电过流', 'overCurrent', 'A'],
  [5, 'Discharge over-current', '放电过流', 'overCurrent', 'A'],
  [6, 'Charge over-temperature', '充电过温', 'overTemperature', '°C'],
  [7, 'Charge under-temperature', '充电欠温', 'underTemperature', '°C'],
  [8, 'Discharge over-temperature', '放电过温', 'overTemperature', '°C'],
  [9, 'Discharge under-temperature', '放电欠温', 'underTemperature', '°C'],
];
const masterLimits: Row[] = [
  ...limits,
  [10, 'Cell voltage difference too large', '单体压差过大', 'imbalance', 'mV'],
  [11, 'Cell temperature difference too large', '单体温差过大', 'imbalance', '°C'],
  [12, 'State of charge too low', 'SOC过低', 'lowCharge', '%'],
  [13, 'State of health too low', 'SOH过低', 'aged', '%'],
  [14, 'Over-power', '功率过大', 'overCurrent'],
  [15, 'Insulation resistance low', '绝缘电阻过低', 'insulation'],
  [16, 'Ambient over-temperature', '环境过温', 'overTemperature'],
  [17, 'Ambient under-temperature', '环境欠温', 'underTemperature'],
];
const packLimits: Row[] = [
  ...limits,
  [10, 'MOSFET over-temperature', 'MOS过温', 'overTemperature', '°C'],
  [11, 'Ambient over-temperature', '环境过温', 'overTemperature', '°C'],
  [12, 'Ambient under-temperature', '环境欠温', 'underTemperature', '°C'],
];

const masterHardware: Row[] = [
  [0, 'Short circuit', '短路保护', 'shortCircuit'],
  [1, 'AFE communication lost', '采样芯片通信故障', 'electronics'],
  [2, 'EEPROM fault', '存储器故障', 'electronics'],
  [3, 'Contactor does not close', '接触器无法闭合', 'contactor'],
  [4, 'Contactor does not open', '接触器粘连', 'contactor'],
  [5, 'Fuse blown', '熔断器熔断', 'contactor'],
  [6, 'Pre-charge failed', '预充失败', 'contactor'],
  [7, 'Current sensor fault', '电流传感器故障', 'electronics'],
  [8, 'Permanent failure: cell voltage', '永久失效：单体电压', 'permanent'],
  [9, 'Permanent failure: temperature', '永久失效：温度', 'permanent'],
  [10, 'Pack address conflict', '电池包地址冲突', 'communication'],
  [11, 'Communication with every pack lost', '与全部电池包通信中断', 'communication'],
];
const masterAlarms: Row[] = [
  [0, 'Communication with a pack lost', '与电池包通信中断', 'communication'],
  [1, 'Communication with the EMS lost', '与EMS通信中断', 'communication'],
  [2, 'Pack versions differ', '电池包版本不一致', 'firmware'],
  [3, 'Balancing fault', '均衡故障', 'imbalance'],
  [4, 'Heater fault', '加热故障', 'electronics'],
];
const masterNotices: Row[] = [
  [0, 'Packs differ in state of charge', '电池包SOC不一致', 'imbalance'],
  [1, 'Capacity calibration due', '需要容量校准', 'calibration'],
  [2, 'Clock not set', '时钟未校准', 'clock'],
  [3, 'Charging derated by temperature', '温度限制充电功率', 'derated'],
  [4, 'Discharging derated by temperature', '温度限制放电功率', 'derated'],
];

const packFaults: Row[] = [
  [0, 'AFE communication lost', '采样芯片通信故障', 'electronics'],
  [1, 'Voltage sampling fault', '电压采样故障', 'electronics'],
  [2, 'Temperature sensor fault', '温度传感器故障', 'electronics'],
  [3, 'Current sensor fault', '电流传感器故障', 'electronics'],
  [4, 'Charge MOSFET fault', '充电MOS故障', 'electronics'],
  [5, 'Discharge MOSFET fault', '放电MOS故障', 'electronics'],
  [6, 'Cell fault', '电芯故障', 'permanent'],
  [7, 'Short circuit', '短路', 'shortCircuit'],
  [8, 'Heater fault', '加热膜故障', 'electronics'],
  [9, 'EEPROM fault', '存储器故障', 'electronics'],
];

const gridFaults: Row[] = [
  [0, 'Grid lost', '电网掉电', 'gridLost'],
  [1, 'Grid over-voltage', '电网过压', 'grid'],
  [2, 'Grid under-voltage', '电网欠压', 'grid'],
  [3, 'Grid over-frequency', '电网过频', 'grid'],
  [4, 'Grid under-frequency', '电网欠频', 'grid'],
  [5, 'Islanding detected', '孤岛保护', 'gridLost'],
  [6, 'Phase sequence wrong', '相序错误', 'wiring'],
  [7, 'Ten-minute over-voltage', '十分钟平均过压', 'grid'],
];
const equipmentFaults: Row[] = [
  [0, 'Inverter over-temperature', '逆变器过温', 'inverter'],
  [1, 'DC bus over-voltage', '直流母线过压', 'inverter'],
  [2, 'PV insulation fault', '光伏绝缘故障', 'insulation'],
  [3, 'Leakage current too large', '漏电流过大', 'insulation'],
  [4, 'Grid relay fault', '并网继电器故障', 'inverter'],
  [5, 'DC injection too large', '直流分量过大', 'inverter'],
  [6, 'PV over-voltage', '光伏过压', 'sun'],
  [7, 'PV reversed', '光伏反接', 'wiring'],
  [8, 'Communication with the BMS lost', '与BMS通信中断', 'communication'],
  [9, 'Battery voltage out of range', '电池电压超限', 'overVoltage'],
  [10, 'Back-up output overloaded', '备电输出过载', 'overload'],
  [11, 'Back-up output short circuit', '备电输出短路', 'shortCircuit'],
  [12, 'Arc fault detected', '电弧故障', 'arc'],
];
const energyWarnings: Row[] = [
  [0, 'Meter not answering', '电表通信中断', 'meter'],
  [1, 'PV derated by export limit', '馈网限制降低光伏功率', 'derated'],
  [2, 'Inverter derated by temperature', '逆变器过温降额', 'derated'],
  [3, 'Fan fault', '风扇故障', 'inverter'],
  [4, 'Surge protection used up', '浪涌保护失效', 'inverter'],
  [5, 'Running off grid', '离网运行', 'gridLost'],
  [6, 'Reserve reached while off grid', '离网电量达到备电下限', 'lowCharge'],
];
const linkWarnings: Row[] = [
  [0, 'Weak signal', '信号弱', 'network'],
  [1, 'Clock not synchronised', '时钟未同步', 'clock'],
  [2, 'Buffer of unsent data nearly full', '离线缓存将满', 'network'],
  [3, 'Firmware versions do not match', '固件版本不匹配', 'firmware'],
  [4, 'Restarted unexpectedly', '异常重启', 'restart'],
];

function field(
  point: string,
  level: FaultDefinition['level'],
  source: FaultDefinition['source'],
  rows: Row[],
): FaultDefinition[] {
  return rows.map(([bit, en, zh, advice, unit]) => ({
    code: `${point}.${bit}`,
    point,
    bit,
    level,
    source,
    label: { en, zh },
    advice,
    ...(unit && { unit }),
  }));
}

export const faults: FaultDefinition[] = [
  ...field('M_PROT1', 3, 'master', masterLimits),
  ...field('M_PROT2', 3, 'master', masterHardware),
  ...field('M_ALARM1', 2, 'master', masterLimits),
  ...field('M_ALARM2', 2, 'master', masterAlarms),
  ...field('M_WARN1', 1, 'master', masterLimits),
  ...field('M_WARN2', 1, 'master', masterNotices),
  ...field('P_PROT', 3, 'slave', packLimits),
  ...field('P_ALARM', 2, 'slave', packLimits),
  ...field('P_FAULT', 3, 'slave', packFaults),
  ...field('E_FAULT1', 3, 'EMS', gridFaults),
  ...field('E_FAULT2', 3, 'EMS', equipmentFaults),
  ...field('E_WARN1', 2, 'EMS', energyWarnings),
  ...field('E_WARN2', 1, 'EMS', linkWarnings),
];
