/**
 * E_: points of the energy management system about the site, every 60 s (5-10 s in live mode). Ids 400-699; never
 * reuse one. Signs: battery + discharging, grid + importing, PV and load never negative, so that `E_LOAD_P = E_PV_P +
 * E_GRID_P + E_BAT_P` (+ E_GEN_P if there is a generator). Counters are lifetime values; the server splits them into
 * days and months in the site's own zone.
 */
import { labels, pointsOf } from './define.ts';

const { gauge, counter, bits, choice } = pointsOf('E');

export const modeValues = labels(
  'Self-use',
  '自发自用',
  'Time of use',
  '分时电价',
  'Back-up',
  '备电',
  'Forced charge',
  '强制充电',
  'Forced discharge',
  '强制放电',
  'Remote',
  '远程控制',
);

export const emsPoints = [
  choice(400, 'E_MODE', 'ems', 'Work mode', '工作模式', modeValues),
  choice(401, 'E_GRID_MODE', 'ems', 'Grid connection', '并网状态', {
    '1': { en: 'On grid', zh: '并网' },
    '2': { en: 'Off grid', zh: '离网' },
  }),
  gauge(402, 'E_SOC_RSV', 'ems', 'SOC reserve', '备电SOC', '%', 1, [0, 100]),
  gauge(403, 'E_SOC_MAX', 'ems', 'Highest SOC', 'SOC上限', '%', 1, [0, 100]),
  gauge(404, 'E_CHG_LIM', 'ems', 'Charge power limit', '充电功率上限', 'W', 1, [0, 500_000]),
  gauge(405, 'E_DIS_LIM', 'ems', 'Discharge power limit', '放电功率上限', 'W', 1, [0, 500_000]),
  gauge(406, 'E_EXP_LIM', 'ems', 'Export power limit', '馈网功率上限', 'W', 1, [0, 500_000]),

  gauge(420, 'E_PV_P', 'pv', 'PV power', '光伏功率', 'W', 1, [0, 500_000]),
  gauge(421, 'E_PV1_V', 'pv', 'PV 1 voltage', '光伏1电压', 'V', 0.1, [0, 1500]),
  gauge(422, 'E_PV1_I', 'pv', 'PV 1 current', '光伏1电流', 'A', 0.1, [-10, 500]),
  gauge(423, 'E_PV1_P', 'pv', 'PV 1 power', '光伏1功率', 'W', 1, [0, 500_000]),
  gauge(424, 'E_PV2_V', 'pv', 'PV 2 voltage', '光伏2电压', 'V', 0.1, [0, 1500]),
  gauge(425, 'E_PV2_I', 'pv', 'PV 2 current', '光伏2电流', 'A', 0.1, [-10, 500]),
  gauge(426, 'E_PV2_P', 'pv', 'PV 2 power', '光伏2功率', 'W', 1, [0, 500_000]),
  gauge(427, 'E_PV3_V', 'pv', 'PV 3 voltage', '光伏3电压', 'V', 0.1, [0, 1500]),
  gauge(428, 'E_PV3_I', 'pv', 'PV 3 current', '光伏3电流', 'A', 0.1, [-10, 500]),
  gauge(429, 'E_PV3_P', 'pv', 'PV 3 power', '光伏3功率', 'W', 1, [0, 500_000]),
  gauge(430, 'E_PV4_V', 'pv', 'PV 4 voltage', '光伏4电压', 'V', 0.1, [0, 1500]),
  gauge(431, 'E_PV4_I', 'pv', 'PV 4 current', '光伏4电流', 'A', 0.1, [-10, 500]),
  gauge(432, 'E_PV4_P', 'pv', 'PV 4 power', '光伏4功率', 'W', 1, [0, 500_000]),

  gauge(440, 'E_GRID_P', 'grid', 'Grid power', '电网功率', 'W', 1, [-500_000, 500_000]),
  gauge(441, 'E_GRID_V_L1', 'grid', 'Grid voltage L1', '电网L1相电压', 'V', 0.1, [0, 1000]),
  gauge(442, 'E_GRID_V_L2', 'grid', 'Grid voltage L2', '电网L2相电压', 'V', 0.1, [0, 1000]),
  gauge(443, 'E_GRID_V_L3', 'grid', 'Grid voltage L3', '电网L3相电压', 'V', 0.1, [0, 1000]),
  gauge(444, 'E_GRID_I_L1', 'grid', 'Grid current L1', '电网L1相电流', 'A', 0.1, [-2000, 2000]),
  gauge(445, 'E_GRID_I_L2', 'grid', 'Grid current L2', '电网L2相电流', 'A', 0.1, [-2000, 2000]),
  gauge(446, 'E_GRID_I_L3', 'grid', 'Grid current L3', '电网L3相电流', 'A', 0.1, [-2000, 2000]),
  gauge(447, 'E_GRID_F_L1', 'grid', 'Grid frequency L1', '电网L1相频率', 'Hz', 0.01, [0, 100]),
  gauge(448, 'E_GRID_F_L2', 'grid', 'Grid frequency L2', '电网L2相频率', 'Hz', 0.01, [0, 100]),
  gauge(449, 'E_GRID_F_L3', 'grid', 'Grid frequency L3', '电网L3相频率', 'Hz', 0.01, [0, 100]),
  gauge(450, 'E_GRID_PF', 'grid', 'Power factor', '功率因数', '', 0.001, [-1, 1]),

  gauge(460, 'E_LOAD_P', 'load', 'Load power', '负载功率', 'W', 1, [0, 500_000]),
  gauge(461, 'E_BACKUP_P', 'load', 'Back-up load power', '备电负载功率', 'W', 1, [0, 500_000]),
  gauge(462, 'E_GEN_P', 'load', 'Generator power', '发电机功率', 'W', 1, [0, 500_000]),
  gauge(463, 'E_EV_P', 'load', 'EV charger power', '充电桩功率', 'W', 1, [-500_000, 500_000]),

  gauge(470, 'E_BAT_P', 'inverter', 'Battery power', '电池功率', 'W', 1, [-500_000, 500_000]),
  gauge(471, 'E_INV_P', 'inverter', 'Inverter power', '逆变器功率', 'W', 1, [-500_000, 500_000]),
  gauge(472, 'E_INV_Q', 'inverter', 'Reactive power', '无功功率', 'var', 1, [-500_000, 500_000]),
  gauge(473, 'E_INV_T', 'inverter', 'Inverter temperature', '逆变器温度', '°C', 0.1, [-60, 200]),

  counter(480, 'E_E_PV', 'energy', 'PV energy', '光伏累计发电量', 'Wh', 1),
  counter(481, 'E_E_IMP', 'energy', 'Energy imported', '累计购电量', 'Wh', 1),
  counter(482, 'E_E_EXP', 'energy', 'Energy exported', '累计馈网电量', 'Wh', 1),
  counter(483, 'E_E_LOAD', 'energy', 'Energy consumed', '累计用电量', 'Wh', 1),
  counter(484, 'E_E_CHG', 'energy', 'Battery energy charged', '电池累计充电量', 'Wh', 1),
  counter(485, 'E_E_DIS', 'energy', 'Battery energy discharged', '电池累计放电量', 'Wh', 1),

  bits(500, 'E_FAULT1', 'faults', 'EMS faults 1 (grid)', 'EMS故障1（电网）'),
  bits(501, 'E_FAULT2', 'faults', 'EMS faults 2 (equipment)', 'EMS故障2（设备）'),
  bits(502, 'E_WARN1', 'faults', 'EMS warnings 1 (energy)', 'EMS告警1（能量）'),
  bits(503, 'E_WARN2', 'faults', 'EMS warnings 2 (communication)', 'EMS告警2（通信）'),

  gauge(520, 'E_RSSI', 'network', 'Signal strength', '信号强度', 'dBm', 1, [-150, 20]),
  choice(
    521,
    'E_NET',
    'network',
    'Network',
    '网络类型',
    labels('None', '无', 'Wi-Fi', '无线局域网', '4G', '4G', 'Ethernet', '以太网'),
  ),
  gauge(522, 'E_UPTIME', 'network', 'Time since start', '运行时间', 's', 1, [0, 4_294_967_295]),
];
