/**
 * M_: points of the master BMS about the whole battery, every 60 s or on change. Names after SunSpec 802/713 and the
 * OpenEMS battery channels. Ids 1-199; never reuse one. Battery current and power: + discharging.
 */
import { labels, pointsOf } from './define.ts';

const { gauge, counter, bits, position, choice } = pointsOf('M');
const offOn = labels('Blocked', '禁止', 'Allowed', '允许');

export const masterPoints = [
  gauge(1, 'M_SOC', 'battery', 'State of charge', '荷电状态', '%', 0.1, [0, 100]),
  gauge(2, 'M_SOH', 'battery', 'State of health', '健康状态', '%', 0.1, [0, 110]),
  gauge(3, 'M_VOLT', 'battery', 'Total voltage', '总电压', 'V', 0.1, [0, 1500]),
  gauge(4, 'M_CURR', 'battery', 'Current', '总电流', 'A', 0.1, [-2000, 2000]),
  gauge(5, 'M_POWER', 'battery', 'Battery power', '电池功率', 'W', 1, [-500_000, 500_000]),
  gauge(6, 'M_CAP_RATED', 'battery', 'Rated energy', '额定能量', 'Wh', 1, [0, 2_000_000]),
  gauge(7, 'M_CAP_REMAIN', 'battery', 'Energy left', '剩余能量', 'Wh', 1, [0, 2_000_000]),
  gauge(8, 'M_CAP_AH', 'battery', 'Full-charge capacity', '满充容量', 'Ah', 0.1, [0, 50_000]),
  gauge(9, 'M_CYCLES', 'battery', 'Equivalent full cycles', '等效循环次数', '', 0.1, [0, 100_000]),
  gauge(10, 'M_PACK_NUM', 'battery', 'Packs installed', '电池包数量', '', 1, [0, 32]),
  gauge(11, 'M_PACK_ONLINE', 'battery', 'Packs online', '在线电池包数量', '', 1, [0, 32]),

  gauge(20, 'M_CHG_V_LIM', 'limits', 'Charge voltage limit', '充电电压上限', 'V', 0.1, [0, 1500]),
  gauge(21, 'M_CHG_I_LIM', 'limits', 'Charge current limit', '充电电流上限', 'A', 0.1, [0, 2000]),
  gauge(22, 'M_DIS_V_LIM', 'limits', 'Discharge voltage limit', '放电电压下限', 'V', 0.1, [0, 1500]),
  gauge(23, 'M_DIS_I_LIM', 'limits', 'Discharge current limit', '放电电流上限', 'A', 0.1, [0, 2000]),

  gauge(30, 'M_CELL_V_MAX', 'cells', 'Highest cell voltage', '最高单体电压', 'mV', 1, [0, 6000]),
  gauge(31, 'M_CELL_V_MIN', 'cells', 'Lowest cell voltage', '最低单体电压', 'mV', 1, [0, 6000]),
  gauge(32, 'M_CELL_V_AVG', 'cells', 'Average cell voltage', '平均单体电压', 'mV', 1, [0, 6000]),
  gauge(33, 'M_CELL_V_DIFF', 'cells', 'Cell voltage difference', '单体压差', 'mV', 1, [0, 6000]),
  position(34, 'M_CELL_V_MAX_POS', 'cells', 'Highest-voltage cell', '最高电压单体位置'),
  position(35, 'M_CELL_V_MIN_POS', 'cells', 'Lowest-voltage cell', '最低电压单体位置'),
  gauge(36, 'M_CELL_T_MAX', 'cells', 'Highest cell temperature', '最高单体温度', '°C', 0.1, [-60, 150]),
  gauge(37, 'M_CELL_T_MIN', 'cells', 'Lowest cell temperature', '最低单体温度', '°C', 0.1, [-60, 150]),
  gauge(38, 'M_CELL_T_AVG', 'cells', 'Average cell temperature', '平均单体温度', '°C', 0.1, [-60, 150]),
  position(39, 'M_CELL_T_MAX_POS', 'cells', 'Hottest sensor', '最高温度位置'),
  position(40, 'M_CELL_T_MIN_POS', 'cells', 'Coldest sensor', '最低温度位置'),
  gauge(41, 'M_BAL_NUM', 'cells', 'Cells being balanced', '均衡单体数', '', 1, [0, 3168]),

  gauge(50, 'M_ENV_T', 'state', 'Ambient temperature', '环境温度', '°C', 0.1, [-60, 150]),
  gauge(51, 'M_INSUL', 'state', 'Insulation resistance', '绝缘电阻', 'kΩ', 1, [0, 1_000_000]),
  choice(
    52,
    'M_STATE',
    'state',
    'Battery state',
    '电池状态',
    labels(
      'Starting',
      '初始化',
      'Standby',
      '待机',
      'Charging',
      '充电',
      'Discharging',
      '放电',
      'Full',
      '充满',
      'Empty',
      '放空',
      'Fault',
      '故障',
      'Asleep',
      '休眠',
      'Upgrading',
      '升级中',
    ),
  ),
  choice(53, 'M_CHG_EN', 'state', 'Charging', '充电许可', offOn),
  choice(54, 'M_DIS_EN', 'state', 'Discharging', '放电许可', offOn),
  bits(55, 'M_RELAY', 'state', 'Contactors', '接触器状态'),
  gauge(56, 'M_HB', 'state', 'Heartbeat', '心跳', '', 1, [0, 4_294_967_295]),

  bits(60, 'M_PROT1', 'faults', 'Protections 1', '保护状态1'),
  bits(61, 'M_PROT2', 'faults', 'Protections 2', '保护状态2'),
  bits(62, 'M_ALARM1', 'faults', 'Alarms 1', '告警状态1'),
  bits(63, 'M_ALARM2', 'faults', 'Alarms 2', '告警状态2'),
  bits(64, 'M_WARN1', 'faults', 'Warnings 1', '预警状态1'),
  bits(65, 'M_WARN2', 'faults', 'Warnings 2', '预警状态2'),

  counter(70, 'M_E_CHG_TOTAL', 'energy', 'Energy charged', '累计充电电量', 'Wh', 1),
  counter(71, 'M_E_DIS_TOTAL', 'energy', 'Energy discharged', '累计放电电量', 'Wh', 1),
  counter(72, 'M_AH_CHG_TOTAL', 'energy', 'Cumulative charge capacity', '累计充电容量', 'Ah', 1),
  counter(73, 'M_AH_DIS_TOTAL', 'energy', 'Cumulative discharge capacity', '累计放电容量', 'Ah', 1),
];
