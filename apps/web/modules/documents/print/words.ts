import type { Words } from '@voltloop/resource-kit';

/** Texts of printed documents, which are printed in either language, whichever the console uses. */

const words = (en: string, zh: string): Words => ({ en, zh });

export const printed = {
  no: words('No.', '单号'),
  draft: words('Draft: not posted', '草稿：未过账'),
  voided: words('Voided', '已冲销'),
  cancelled: words('Cancelled', '已取消'),
  submitted: words('Not approved yet', '待审核'),
  counter: words('Takes back', '冲销原单'),
  voidedBy: words('Voided by', '冲销单'),
  net: words('Net', '净重'),
  line: words('#', '序号'),
  amount: words('Amount (¥)', '金额（元）'),
  total: words('Total', '合计'),
  inCapitals: words('Amount in capitals', '金额大写'),
  pieces: words('Pieces', '件数'),
  mass: words('Mass (kg)', '重量（kg）'),
  inputPieces: words('Pieces in', '投入件数'),
  inputMass: words('Mass in (kg)', '投入重量（kg）'),
  madePieces: words('Products', '产出件数'),
  madeMass: words('Mass of products (kg)', '产出重量（kg）'),
  date: words('Date', '日期'),
  made: words('Made by', '制单'),
  approved: words('Approved by', '审核'),
  posted: words('Posted by', '过账'),
  at: words('Printed', '打印时间'),
} satisfies Record<string, Words>;

/** Titles that differ from the name of the kind: the usual terms of the trade. */
const titles: Readonly<Record<string, Words>> = {
  scrap: words('Disposal slip', '报废处置单'),
  'issue handover': words('Hand-over note for scrapped batteries', '报废电池移交单'),
  'issue production': words('Issue to production', '生产领料单'),
};

/** The title of the print. */
export function titleOf(kind: string, preset: unknown, one: Words, presetWords: Words | undefined): Words {
  const fixed = titles[`${kind} ${preset}`] ?? titles[kind];
  if (fixed) return fixed;
  if (!presetWords) return one;
  const { en, zh } = presetWords;
  return { en: `${one.en}: ${en}`, zh: zh.endsWith('单') ? zh : `${zh}单` };
}

const keeper = words('Storekeeper', '仓库管理员');
const signatures: Readonly<Record<string, readonly Words[]>> = {
  receipt: [
    words('Delivered by', '交货人'),
    words('Weighed by', '司磅员'),
    keeper,
    words('Accepted by', '验收人'),
  ],
  issue: [words('Received by', '收货人'), words('Driver', '驾驶员'), words('Escort', '押运员'), keeper],
  movement: [words('Handed over by', '移出经手人'), words('Taken over by', '移入经手人'), keeper],
  conditionChange: [words('Requested by', '申请人'), words('Inspected by', '检验员'), keeper],
  scrap: [
    words('Requested by', '申请人'),
    words('Disposed of by', '处置人'),
    words('Witnessed by', '监销人'),
    keeper,
  ],
};

export const signaturesOf = (kind: string): readonly Words[] =>
  signatures[kind] ?? [words('Made by', '经手人'), words('Checked by', '复核人'), keeper];
