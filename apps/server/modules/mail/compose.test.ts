import { expect, test } from 'vitest';
import { compose } from './compose.ts';

test('a letter is the same in text and HTML, and nothing in it becomes markup or a header', () => {
  const letter = compose({
    language: 'en',
    subject: 'Hot\r\nBcc: somebody@example.org',
    paragraphs: ['<b>House</b> & "garage"\nsecond line'],
    link: { text: 'Open', href: 'https://example.org/?a=1&b=2#code' },
    reason: 'You asked for it.',
  });
  expect(letter.subject).toBe('Hot Bcc: somebody@example.org');
  expect(letter.text).toBe(
    '<b>House</b> & "garage"\nsecond line\n\nOpen:\nhttps://example.org/?a=1&b=2#code\n\n--\nYou asked for it.',
  );
  expect(letter.html).toContain('&lt;b&gt;House&lt;/b&gt; &amp; &quot;garage&quot;<br>second line');
  expect(letter.html).toContain('href="https://example.org/?a=1&amp;b=2#code"');
  expect(letter.html).not.toContain('<b>');
});
