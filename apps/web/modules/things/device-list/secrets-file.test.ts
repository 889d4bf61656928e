import { expect, it } from 'vitest';
import { secretsText } from './secrets-file.ts';

it('writes one line per device, and no devid that a spreadsheet would evaluate as a formula', () => {
  const text = secretsText([
    { devid: 'HB0001', secret: 'a-b_c' },
    { devid: '-2-3', secret: 'x' },
  ]);
  expect(text).toBe('\uFEFFdevid,secret\r\n"HB0001","a-b_c"\r\n"\'-2-3","x"\r\n');
});
