import type { Words } from '@voltloop/resource-kit';

/** Texts of printed test reports, which are printed in either language, whichever the console uses. */

const words = (en: string, zh: string): Words => ({ en, zh });

export const printed = {
  title: words('Battery test report', '动力电池检测报告'),
  draft: words('Draft: not signed', '草稿：未签发'),
  replaced: words('Replaced by a newer report', '已被更正报告替代'),
  battery: words('Battery', '电池信息'),
  test: words('Test', '检测条件'),
  result: words('Result', '检测结论'),
  measured: words('Measurements', '测量数据'),
  safety: words(
    'Appearance and safety (GB/T 38698.1-2020, Annex A)',
    '外观与安全判定（GB/T 38698.1-2020 附录 A）',
  ),
  curve: words('Curve of charge and discharge', '充放电曲线'),
  voltage: words('Voltage (V)', '电压（V）'),
  current: words('Current (A)', '电流（A）'),
  hours: words('Time (h)', '时间（h）'),
  grade: words('Grade', '等级'),
  rejected: words('X: refused', 'X（否决）'),
  none: words('None', '无'),
  found: words('Found', '有'),
  unanswered: words('Not stated', '未检'),
  rule: words(
    'The grade is the band of the scheme in which the lower bound of SOH lies (SOH less its expanded uncertainty, k = 2).',
    '等级按所列分级方案，以 SOH 置信下限（SOH 减去扩展不确定度，k=2）判定。',
  ),
  expired: words(
    'The calibration of the equipment had expired on the day of the test.',
    '检测当日设备校准已过有效期。',
  ),
  scope: words('The results hold for the battery tested only.', '本报告结果仅对被检电池有效。'),
  operator: words('Tested by', '检测'),
  signer: words('Signed by', '签发'),
  stamp: words('Stamp', '检测机构（章）'),
  date: words('Date', '日期'),
  at: words('Printed', '打印时间'),
} satisfies Record<string, Words>;
