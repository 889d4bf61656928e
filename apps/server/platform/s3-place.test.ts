import { expect, test } from 'vitest';
import { placeName, readS3Url } from './s3-place.ts';

test('a bucket at a custom address is named in the path, one of AWS in the host', () => {
  expect(readS3Url('s3://files/a/b/?endpoint=https://s3.example.org:9000&region=eu-1')).toEqual({
    bucket: 'files',
    prefix: 'a/b/',
    endpoint: 'https://s3.example.org:9000',
    region: 'eu-1',
    pathStyle: true,
  });
  expect(readS3Url('s3://files')).toMatchObject({ prefix: '', region: 'us-east-1', pathStyle: false });
  expect(readS3Url('s3://files?endpoint=https://x.org&path_style=false')).toMatchObject({ pathStyle: false });
});

test.each([
  ['https://files', /it must be an address like s3:/],
  ['files', /it must be an address like s3:/],
  ['s3://key:secret@files', /the address must not contain keys/],
  ['s3://files?endpoint=https://key:secret@x.org', /must not have a user/],
  ['s3://files?endpoint=ftp://x.org', /its endpoint/],
  ['s3://files?region=a&secret=b', /it has secret/],
  ['s3://files/a b', /its folder/],
  ['s3://files/.hidden', /its folder/],
  ['s3://files?path_style=maybe', /path_style/],
])('%s is refused', (url, why) => {
  expect(readS3Url(url)).toMatch(why);
});

test('its displayed name has no key', () => {
  const place = readS3Url('s3://files/a?endpoint=https://x.org');
  if (typeof place === 'string') throw new Error(place);
  const credentials = { accessKeyId: 'ID', secretAccessKey: 'SECRET' };
  expect(placeName({ ...place, credentials })).toBe('s3://files/a/ (https://x.org)');
});
