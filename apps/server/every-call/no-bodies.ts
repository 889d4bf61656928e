/** Bodies that are none: content type and text. */
export const noBodies: readonly (readonly [type: string, body: string])[] = [
  ['application/json', '{"a":'],
  ['application/json', `{"value":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['application/json', `{"value":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['application/json', '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'],
  ['application/json', '"text"'],
  ['application/json', 'null'],
  ['application/json; charset=utf-7', '+AHs-'],
  ['application/x-www-form-urlencoded', 'a=1&a=2&__proto__=3&%00=%ff'],
  ['text/plain', 'a text'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nnever ends'],
  [`multipart/form-data; boundary=${'x'.repeat(300)}`, '--x'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['', 'no type'],
];
