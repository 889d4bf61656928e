import type { OptionValue } from '../options/index.ts';
import type { Words } from '../words.ts';
import { readDate } from './dates.ts';
import { layouts, type PartName } from './layout.ts';
import { makerName } from './makers.ts';
import { chemistryByLetter, productTypeOf, wordsOf } from './meanings.ts';
import { type Parts, parse } from './parse.ts';

/** Other data of the battery, to compare the code with. */
export interface Known {
  /** yyyy-MM-dd where the reader is; without it no date is in the future. */
  today?: string;
  productType?: OptionValue<'productType'> | null;
  chemistry?: OptionValue<'chemistry'> | null;
}

export interface Warning {
  rule: string;
  /** A character that the structure does not allow; other warnings concern the meaning of a well-formed code. */
  structural: boolean;
  part: PartName;
  words: Words;
}

type Rule = (parts: Parts, known: Known) => Omit<Warning, 'part'> | null;
const unsound = (rule: string, en: string, zh: string) => ({ rule, structural: true, words: { en, zh } });
const doubtful = (rule: string, en: string, zh: string) => ({ rule, structural: false, words: { en, zh } });

/** Letters that dates do not use, as they are easily misread. */
const LEFT_OUT = /[IOQUZ]/;

const digitsFor = (letters: readonly string[]) => [
  ...new Set(letters.map((letter) => (letter === 'I' ? '1' : '0'))),
];

/** The letters of a listed maker raise no warning. */
const makerLetters: Rule = ({ maker }) => {
  const found = [...new Set(maker.match(/[IOQ]/g))];
  return found.length > 0 && !makerName(maker)
    ? doubtful(
        'maker.letters',
        `The maker code has the letter ${found.join(', ')}, easily mistaken for the digit ${digitsFor(found).join(', ')}. Lists carry both 0B5 and OB5.`,
        `厂商代码含字母 ${found.join('、')}，易与数字 ${digitsFor(found).join('、')} 混淆，请核对（例如 0B5 与 OB5 两种写法并存）。`,
      )
    : null;
};

const productLetterKnown: Rule = ({ product }) =>
  productTypeOf(product)
    ? null
    : unsound(
        'product.letter',
        `Character 4 is ${product}: it should be P (pack), M (module) or C (cell).`,
        `第 4 位为 ${product}，应为 P（电池包）、M（模块）或 C（单体）。`,
      );

const productDeclared: Rule = ({ product }, { productType }) => {
  const encoded = productTypeOf(product);
  if (!encoded || !productType || encoded === productType) return null;
  const [code, form] = [wordsOf('productType', encoded), wordsOf('productType', productType)];
  return doubtful(
    'product.declared',
    `The code says ${code?.en.toLowerCase()}, the form says ${form?.en.toLowerCase()}.`,
    `编码表示${code?.zh}，而填写的是${form?.zh}。`,
  );
};

const chemistryLetter: Rule = ({ chemistry }) => {
  if (chemistryByLetter(chemistry)) return null;
  const hint =
    chemistry === 'H'
      ? [' (H stood for other in old lists: Z)', '（旧列表以 H 表示其他，应为 Z）']
      : ['', ''];
  return unsound(
    'chemistry.letter',
    `Character 5 is ${chemistry}: it should be A to G or Z${hint[0]}.`,
    `第 5 位为 ${chemistry}，应为 A 至 G 或 Z${hint[1]}。`,
  );
};

const chemistryDeclared: Rule = ({ chemistry }, known) => {
  const encoded = chemistryByLetter(chemistry);
  if (!encoded || !known.chemistry || encoded === known.chemistry) return null;
  const [code, form] = [wordsOf('chemistry', encoded), wordsOf('chemistry', known.chemistry)];
  return doubtful(
    'chemistry.declared',
    `The code says ${code?.en.toLowerCase()} (${encoded}), the form says ${form?.en.toLowerCase()} (${known.chemistry}).`,
    `编码表示${code?.zh}（${encoded}），而填写的是${form?.zh}（${known.chemistry}）。`,
  );
};

const dateSymbol: Rule = ({ date }) => {
  const { wrong } = readDate(date);
  if (!wrong) return null;
  if (wrong === 'calendar')
    return unsound(
      'date.calendar',
      `The date ${date} is no day of the calendar.`,
      `生产日期 ${date} 不是日历中存在的日期。`,
    );
  const place = { year: 0, month: 1, day: 2 }[wrong];
  const symbol = date[place] as string;
  const [en, zh] = [wrong, { year: '年', month: '月', day: '日' }[wrong]];
  return LEFT_OUT.test(symbol)
    ? unsound(
        `date.${wrong}`,
        `${symbol} stands for no ${en}: dates leave out I, O, Q, U and Z. Read the plate again.`,
        `${symbol} 不表示任何${zh}：日期代码不使用 I、O、Q、U、Z，请重新核对标签。`,
      )
    : unsound(`date.${wrong}`, `${symbol} stands for no ${en}.`, `${symbol} 不是有效的${zh}代码。`);
};

const dateFuture: Rule = ({ date }, { today }) => {
  const { day } = readDate(date);
  return day && today && day > today
    ? doubtful('date.future', `The date ${day} lies in the future.`, `生产日期 ${day} 晚于今天。`)
    : null;
};

const dateUncertain: Rule = ({ date }) => {
  const { day, uncertain } = readDate(date);
  return day && uncertain
    ? doubtful(
        'date.uncertain',
        'Day V is the 27th by the standard, but some makers write it for the 28th.',
        '日代码 V 按标准为 27 日，但部分厂商用作 28 日，日期不确定。',
      )
    : null;
};

const serialDigits: Rule = ({ serial }) => {
  if (!/^\d+$/.test(serial))
    return doubtful(
      'serial.digits',
      'The serial number has letters: the standard asks for digits, though some makers use letters.',
      '序列号含有字母：标准要求为数字，但部分厂商会使用字母。',
    );
  return /^0+$/.test(serial)
    ? doubtful(
        'serial.zero',
        'The serial number is 0: the first of a day is 1.',
        '序列号为 0：每日应从 1 开始。',
      )
    : null;
};

const markKnown: Rule = ({ mark }) =>
  mark === null || /^R[PMC]$/.test(mark)
    ? null
    : unsound(
        'mark.letters',
        `A code of 19 characters, for an echelon product, ends in RP, RM or RC, not in ${mark}: a code of 24 characters may have been cut off.`,
        `19 位编码（梯次产品）应以 RP、RM 或 RC 结尾，而不是 ${mark}：可能是 24 位编码被截断。`,
      );

const markProduct: Rule = ({ mark, product }) =>
  mark === null || !/^R[PMC]$/.test(mark) || mark[1] === product
    ? null
    : doubtful(
        'mark.product',
        `The last character, ${mark[1]}, differs from the product type at character 4, ${product}.`,
        `末位 ${mark[1]} 与第 4 位产品类型 ${product} 不一致。`,
      );

const rules: readonly [PartName, Rule][] = [
  ['maker', makerLetters],
  ['product', productLetterKnown],
  ['product', productDeclared],
  ['chemistry', chemistryLetter],
  ['chemistry', chemistryDeclared],
  ['date', dateSymbol],
  ['date', dateFuture],
  ['date', dateUncertain],
  ['serial', serialDigits],
  ['mark', markKnown],
  ['mark', markProduct],
];

/** The warnings for a code that can be saved, in the order of its parts; none for a text of another length. */
export function warningsOf(code: string, known: Known = {}): Warning[] {
  const parts = parse(code);
  if (!parts) return [];
  const places = layouts[parts.form].map(({ part }) => part);
  return rules
    .flatMap(([part, rule]) => {
      const found = rule(parts, known);
      return found ? [{ ...found, part }] : [];
    })
    .sort((a, b) => places.indexOf(a.part) - places.indexOf(b.part));
}
