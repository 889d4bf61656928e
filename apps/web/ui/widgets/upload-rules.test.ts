import { describe, expect, it } from 'vitest';
import { accepts, IMAGE_COUNT, SINGLE_ELEMENT_LIMIT, wrongFile, wrongImage } from './upload-rules.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });
const MIB = 1024 * 1024;

describe('a picture', () => {
  it.each([
    [file('a.png', 'image/png', 2 * MIB - 1), null],
    [file('a.jpg', 'image/jpeg', 2 * MIB - 1), null],
    [file('a.png', 'image/png', 2 * MIB), 'size'],
    [file('a.jpg', 'image/jpeg', 2 * MIB), 'size'],
    [file('a.png', 'image/png', 3 * MIB), 'size'],
    [file('a.gif', 'image/gif'), 'type'],
    [file('a.png', 'text/html'), 'type'],
    [file('PHOTO.JPEG', ''), null],
    [file('photo', ''), 'type'],
  ])('%j has the problem %j', (picture, wrong) => expect(wrongImage(picture)).toBe(wrong));
  it('is limited to 99, and to 999 for the single-picture control', () =>
    expect([IMAGE_COUNT, SINGLE_ELEMENT_LIMIT]).toEqual([99, 999]));
});

describe('the accepted kinds of a file picker', () => {
  it.each([
    ['', file('x.exe', ''), true],
    ['.pdf, .XLSX', file('Invoice.PDF', 'application/pdf'), true],
    ['.pdf', file('pdf', 'text/plain'), false],
    ['image/*', file('a.webp', 'image/webp'), true],
    ['image/*', file('a.txt', 'text/plain'), false],
    ['application/pdf', file('a', 'application/pdf'), true],
  ])('%j for %j: %j', (accept, each, fits) => expect(accepts(accept, each)).toBe(fits));
  it('and the size is limited', () => {
    expect(wrongFile('.pdf', file('a.pdf', '', 10 * MIB))).toBeNull();
    expect(wrongFile('.pdf', file('a.pdf', '', 10 * MIB + 1))).toBe('size');
    expect(wrongFile('.pdf', file('a.txt', ''))).toBe('type');
  });
});
