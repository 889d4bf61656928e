import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { cleanName, isText, typeOf } from './rules.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0]);

describe('the type of a file', () => {
  it.each([
    [png, 'a.txt', 'image/png'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'photo', 'image/jpeg'],
    [Buffer.from('%PDF-1.7\n'), 'a.pdf', 'application/pdf'],
    [zip, 'list.XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    [zip, 'what.exe', 'application/zip'],
    [Buffer.from('名称,数量\n电池,3\n'), 'list.csv', 'text/plain'],
    [Buffer.from('<script>alert(1)</script>'), 'page.html', 'text/plain'],
    [Buffer.from('GIF89a'), 'a.gif', null],
    [Buffer.from('no picture'), 'a.PNG', null],
    [Buffer.from('<svg/>'), 'a.svg', null],
    [Buffer.from('GIF89a\u0001\0'), 'a.dat', null],
    [Buffer.from([0x4d, 0x5a, 0x90, 0]), 'setup.exe', null],
    [Buffer.from([0xc3, 0x28]), 'latin.txt', null],
    [Buffer.alloc(0), 'empty.txt', null],
  ])('is detected by its content, %#: %s', async (content, name, expected) => {
    const type = typeOf(content, name);
    // A character may be split between two chunks.
    const pieces = Readable.from([content.subarray(0, 1), content.subarray(1)]);
    expect(type === 'text/plain' && !(await isText(pieces)) ? null : type).toBe(expected);
  });
});

describe('the name of a file', () => {
  it.each([
    ['C:\\Users\\me\\电池.png', '电池.png'],
    ['../../etc/passwd', 'passwd'],
    ['a\u0000b\u202egnp.exe', 'abgnp.exe'],
    ['  ', 'file'],
    [undefined, 'file'],
    ['x/', 'file'],
    [`${'长'.repeat(300)}.pdf`, `${'长'.repeat(196)}.pdf`],
  ])('%j is stored as %j', (given, kept) => expect(cleanName(given)).toBe(kept));
});
