/**
 * P_: points of each pack, every 300 s, on change or on demand. The pack number is sent as `P_no` and stored as the
 * part of the point, so it is not a point itself. Ids 200-399; never reuse one.
 */
import { labels, pointsOf } from './define.ts';

const { gauge, counter, bits, cell, choice } = pointsOf('P');

export const packPoints = [
  gauge(200, 'P_SOC', 'pack', 'Pack state of charge', '电池包荷电状态', '%', 0.1, [0, 100]),
  gauge(201, 'P_SOH', 'pack', 'Pack state of health', '电池包健康状态', '%', 0.1, [0, 110]),
  gauge(202, 'P_VOLT', 'pack', 'Pack voltage', '电池包电压', 'V', 0.01, [0, 1500]),
  gauge(203, 'P_CURR', 'pack', 'Pack current', '电池包电流', 'A', 0.1, [-2000, 2000]),
  gauge(204, 'P_CAP_AH', 'pack', 'Pack full-charge capacity', '电池包满充容量', 'Ah', 0.1, [0, 50_000]),
  gauge(205, 'P_CYCLES', 'pack', 'Pack cycles', '电池包循环次数', '', 0.1, [0, 100_000]),
  gauge(206, 'P_CELL_NUM', 'pack', 'Cells', '单体数量', '', 1, [0, 99]),
  gauge(207, 'P_TEMP_NUM', 'pack', 'Temperature sensors', '温度点数量', '', 1, [0, 99]),
  gauge(208, 'P_MOS_T', 'pack', 'MOSFET temperature', 'MOS温度', '°C', 0.1, [-60, 200]),
  gauge(209, 'P_ENV_T', 'pack', 'Pack ambient temperature', '电池包环境温度', '°C', 0.1, [-60, 150]),
  gauge(210, 'P_R_INT', 'pack', 'Internal resistance', '内阻', 'mΩ', 0.1, [0, 10_000]),
  choice(
    211,
    'P_STATE',
    'pack',
    'Pack state',
    '电池包状态',
    labels('Standby', '待机', 'Charging', '充电', 'Discharging', '放电', 'Fault', '故障', 'Offline', '离线'),
  ),
  bits(212, 'P_FET', 'pack', 'MOSFET switches', 'MOS开关状态'),
  bits(213, 'P_BAL', 'pack', 'Balancing cells', '均衡状态'),

  bits(220, 'P_PROT', 'faults', 'Pack protections', '电池包保护'),
  bits(221, 'P_ALARM', 'faults', 'Pack alarms', '电池包告警'),
  bits(222, 'P_FAULT', 'faults', 'Pack faults', '电池包故障'),

  // Data of the first life that grading for a second life needs.
  gauge(230, 'P_DCIR_CNT', 'grading', 'Resistance measurements', '直流内阻测量次数', '', 1, [0, 1_000_000]),
  counter(231, 'P_E_THROUGHPUT', 'grading', 'Energy throughput', '累计吞吐电量', 'Wh', 1),
  gauge(
    232,
    'P_T_EXTREME_HOURS',
    'grading',
    'Hours above 45 °C or below 0 °C',
    '极端温度小时数',
    'h',
    0.1,
    [0, 1_000_000],
  ),
  gauge(233, 'P_DEEP_DIS_CNT', 'grading', 'Deep discharges', '深度放电次数', '', 1, [0, 1_000_000]),

  cell(300, 'P_CELL_V', 'cells', 'Cell voltage', '单体电压', 'mV', 1, [0, 6000]),
  cell(301, 'P_CELL_T', 'cells', 'Cell temperature', '单体温度', '°C', 0.1, [-60, 150]),
];
