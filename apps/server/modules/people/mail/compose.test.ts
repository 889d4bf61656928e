import { expect, test } from 'vitest';
import { compose, senderOf } from './compose.ts';

test('an e-mail has the same content in text and HTML, and no value becomes markup or a header', () => {
  const email = compose({
    language: 'en',
    subject: 'Hot\r\nBcc: somebody@example.org',
    paragraphs: ['<b>House</b> & "garage"\nsecond line'],
    link: { text: 'Open', href: 'https://example.org/?a=1&b=2#code' },
    reason: 'You asked for it.',
  });
  expect(email.subject).toBe('Hot Bcc: somebody@example.org');
  expect(email.text).toBe(
    '<b>House</b> & "garage"\nsecond line\n\nOpen:\nhttps://example.org/?a=1&b=2#code\n\n--\nYou asked for it.',
  );
  expect(email.html).toContain('&lt;b&gt;House&lt;/b&gt; &amp; &quot;garage&quot;<br>second line');
  expect(email.html).toContain('href="https://example.org/?a=1&amp;b=2#code"');
  expect(email.html).not.toContain('<b>');
});

test('an e-mail of a brand has its name and the address of the instance', () => {
  const mailFrom = 'Voltloop <no-reply@works.example>';
  expect(senderOf(mailFrom)).toBe(mailFrom);
  expect(senderOf(mailFrom, null)).toBe(mailFrom);
  expect(senderOf(mailFrom, 'Sun, Co')).toEqual({ name: 'Sun, Co', address: 'no-reply@works.example' });
  expect(senderOf('no-reply@works.example', 'Sun')).toEqual({
    name: 'Sun',
    address: 'no-reply@works.example',
  });
});
