import type { Life, LifeEvent, LifeGap } from '@voltloop/contract/calls/traceability.ts';
import { type OptionListName, optionLabel, optionLists } from '@voltloop/domain/options/index.ts';
import type { Words } from '@voltloop/resource-kit';
import { names, type ResourceName } from '@voltloop/resources/names.ts';
import { formatDecimal } from '../../../ui/text/format.ts';
import type { Language } from '../../documents/index.ts';

/** Pure: the contents of the printed traceability report, in either language, whichever the console uses. */

const words = (en: string, zh: string): Words => ({ en, zh });

export const paper = {
  title: words('Traceability report', '溯源报告'),
  of: words('Of', '对象'),
  gaps: words('Gaps', '信息缺失'),
  signatures: [words('Made by', '编制'), words('Checked by', '复核'), words('Approved by', '批准')],
};

const label = {
  kind: words('Kind', '类型'),
  chemistry: words('Battery type', '电池类型'),
  material: words('Material', '物料'),
  state: words('State', '状态'),
  grade: words('Grade', '等级'),
  soh: words('State of health', '健康状态（SOH）'),
  former: words('Former codes', '曾用编码'),
  now: words('Where it is', '当前位置'),
  goods: words('Goods', '货物'),
  day: words('Day', '日期'),
  what: words('What', '事项'),
  record: words('Record', '单据'),
  about: words('Goods', '货物'),
  way: words('From → to', '来源 → 去向'),
  kg: words('Mass (kg)', '重量（kg）'),
  reports: words('Reports', '上报'),
  none: words('None found', '未发现信息缺失'),
  back: words('origin', '来源'),
  on: words('after it', '去向'),
  lot: words('Lot', '批次'),
  report: words('Report', '上报记录'),
};

const places: Readonly<Record<string, Words>> = {
  location: words('In stock', '在库'),
  inside: words('Inside a battery', '电池内部'),
  vehicle: words('Vehicle', '车辆'),
  production: words('Production', '生产中'),
  transit: words('In transit', '在途'),
  outside: words('Outside', '外部'),
  difference: words('Stock difference', '盘点差异'),
  opening: words('Opening', '期初'),
  recycled: words('Recycled', '再生利用'),
};

const happened: Readonly<Record<Exclude<LifeEvent['what'], 'document'>, Words>> = {
  made: words('Produced', '生产出厂'),
  vehicleRegistered: words('Vehicle registered', '车辆注册登记'),
  vehicleScrapped: words('Vehicle scrapped', '车辆报废'),
  collection: words('Collection', '回收'),
  test: words('Test', '检测'),
  assay: words('Assay', '化验'),
  invoice: words('Invoice', '发票'),
};

const gapWords: Readonly<Record<LifeGap['key'], Words>> = {
  openingOnly: words('known from opening stock only', '仅有期初库存记录，来源未登记'),
  noSource: words('received without a source', '入库未登记来源'),
  codeNew: words('first known when received', '编码在入库时首次登记，此前无记录'),
  elsewhere: words(
    'left and came back from another party without a record between',
    '出库后由其他单位送回，期间无记录',
  ),
  missing: words('missing in a stock-take', '盘点缺失期间无记录'),
  untested: words('used or sold without a signed test', '投入生产或销售前无已签发检测报告'),
  reportOverdue: words('report past its deadline', '上报逾期'),
  neverMoved: words('no document has moved it', '尚无出入库单据'),
};

type Place = NonNullable<LifeEvent['from']>;

const placeText = ({ kind, name, code }: Place, language: Language) => {
  const text = [name, code].filter(Boolean).join(' ');
  return text || (places[kind]?.[language] ?? kind);
};

function kindText(kind: string, language: Language): string {
  if (kind === 'lot') return label.lot[language];
  if (kind === 'report') return label.report[language];
  return (names as Readonly<Record<string, ResourceName>>)[kind]?.one[language] ?? kind;
}

/** The title of a document: its preset, with its kind where a production's or run's preset is too short. */
function documentText(record: LifeEvent['record'], language: Language): string {
  const kind = record?.kind ?? '';
  const name = record ? kindText(kind, language) : label.record[language];
  const list = kind === 'recyclingRun' ? 'recyclingStep' : `${kind}Kind`;
  if (!record?.preset || !Object.hasOwn(optionLists, list)) return name;
  const words = optionLabel(list as OptionListName, record.preset, language);
  return kind === 'production' || kind === 'recyclingRun' ? `${name} · ${words}` : words;
}

function whatText({ what, record, side }: LifeEvent, language: Language): string {
  const text = what === 'document' ? documentText(record, language) : happened[what][language];
  if (side === 'own') return text;
  const where = label[side][language];
  return language === 'zh' ? `${text}（${where}）` : `${text} (${where})`;
}

export function factsOf({ subject, now, inside }: Life, language: Language): [string, string][] {
  const { kind, chemistry, material, state, grade, sohPct, formerCodes, items } = subject;
  const single = kind === 'battery' || kind === 'lot';
  const facts: [Words, string][] = [
    [label.kind, kindText(kind, language)],
    [label.material, optionLabel('lotMaterial', material, language)],
    [label.chemistry, optionLabel('chemistry', chemistry, language)],
    [label.state, kind === 'battery' ? optionLabel('batteryState', state, language) : ''],
    [label.grade, grade ?? ''],
    [label.soh, sohPct ? `${sohPct} %` : ''],
    [label.former, formerCodes.join(' ')],
    [label.now, inside?.code ?? now.map(({ place }) => placeText(place, language)).join(', ')],
    [label.goods, single ? '' : String(items)],
  ];
  return facts.flatMap(([name, text]): [string, string][] => (text ? [[name[language], text]] : []));
}

export function tableOf({ events }: Life, language: Language) {
  const column = (name: Words, more: { number?: boolean; code?: boolean; keep?: boolean } = {}) => ({
    label: name[language],
    number: false,
    code: false,
    ...more,
  });
  const reports = ({ reports: all }: LifeEvent) =>
    all
      .map(({ type, state, count }) =>
        [
          optionLabel('reportedType', type, language),
          optionLabel('reportedState', state, language),
          count > 1 ? `× ${count}` : '',
        ]
          .filter(Boolean)
          .join(' '),
      )
      .join('; ');
  return {
    columns: [
      column(label.day, { keep: true }),
      column(label.what),
      column(label.record, { keep: true }),
      column(label.about, { code: true }),
      column(label.way),
      column(label.kg, { number: true }),
      column(label.reports),
    ],
    rows: events.map((event) => [
      event.day,
      whatText(event, language),
      event.record?.title ?? '',
      [...event.items.map(({ code }) => code), event.count > event.items.length ? `… (${event.count})` : '']
        .filter(Boolean)
        .join(' '),
      [event.from, event.to].flatMap((place) => (place ? [placeText(place, language)] : [])).join(' → ') ||
        [event.test?.grade, event.test?.sohPct && `SOH ${event.test.sohPct} %`].filter(Boolean).join(' · '),
      event.kg === null ? '' : formatDecimal(event.kg, 0, language),
      reports(event),
    ]),
  };
}

export function gapsOf({ gaps }: Life, language: Language): string {
  if (gaps.length === 0) return label.none[language];
  return gaps
    .map(({ key, item, count, record }) =>
      [item?.code, gapWords[key][language], count > 1 ? `× ${count}` : '', record?.title]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ');
}
