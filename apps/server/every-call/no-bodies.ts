type Body = readonly [type: string, body: string];

/** Invalid bodies that are refused before routing. */
export const unreadBodies: readonly Body[] = [
  ['application/json', '{"a":'],
  ['application/json', `{"value":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['application/json', `{"value":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['application/json; charset=utf-7', '+AHs-'],
  ['text/plain', 'a text'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['', 'no type'],
];

/** Those that a call checks by its schema. */
export const readBodies: readonly Body[] = [
  ['application/json', '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'],
  ['application/json', '"text"'],
  ['application/json', 'null'],
  ['application/x-www-form-urlencoded', 'a=1&a=2&__proto__=3&%00=%ff'],
];

/** Those that calls with file uploads parse. */
export const forms: readonly Body[] = [
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nnever ends'],
  ['multipart/form-data', 'no boundary'],
  [`multipart/form-data; boundary=${'x'.repeat(300)}`, '--x'],
  ['multipart/form-data; boundary=x', '--x--'],
];

export const noBodies: readonly Body[] = [...unreadBodies, ...readBodies, ...forms];
