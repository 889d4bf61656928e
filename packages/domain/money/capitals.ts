/** Pure: amounts of money in Chinese capitals (大写), as on invoices and cheques. */

const DIGITS = [...'零壹贰叁肆伍陆柒捌玖'];
const PLACES = ['', '拾', '佰', '仟'];
const GROUPS = ['', '万', '亿', '万亿'];

/** Four digits, without leading or trailing zeros. */
function group(digits: string): string {
  let text = '';
  let gap = false;
  for (const [i, digit] of [...digits].entries()) {
    if (digit === '0') {
      gap = text !== '';
      continue;
    }
    text += (gap ? '零' : '') + DIGITS[Number(digit)] + PLACES[digits.length - 1 - i];
    gap = false;
  }
  return text;
}

function whole(digits: string): string {
  const padded = digits.padStart(Math.ceil(digits.length / 4) * 4, '0');
  const groups = padded.match(/\d{4}/g) ?? [];
  return groups.reduce((text, four, i) => {
    const words = group(four);
    if (words === '') return text;
    const gap = text !== '' && (four.startsWith('0') || groups[i - 1] === '0000');
    return text + (gap ? '零' : '') + words + GROUPS[groups.length - 1 - i];
  }, '');
}

/**
 * An amount with at most two decimals: `'1680.32'` is 壹仟陆佰捌拾元叁角贰分, `'107000'` 壹拾万柒仟元整.
 * @returns '' for an invalid amount
 */
export function capitals(amount: string): string {
  const [, minus = '', yuan = '', decimals = ''] = /^(-?)(\d{1,16})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (yuan === '') return '';
  const [jiao = '0', fen = '0'] = decimals.padEnd(2, '0');
  const front = whole(yuan.replace(/^0+(?=\d)/, ''));
  if (front === '' && jiao === '0' && fen === '0') return '零元整';
  const head = front === '' ? '' : `${front}元`;
  const tens = jiao === '0' ? (fen !== '0' && head !== '' ? '零' : '') : `${DIGITS[Number(jiao)]}角`;
  const ones = fen === '0' ? '整' : `${DIGITS[Number(fen)]}分`;
  return `${minus === '' ? '' : '负'}${head}${tens}${ones}`;
}
