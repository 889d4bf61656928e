import { expect, test, vi } from 'vitest';
import { BrandsByHost } from './brands-by-host.ts';

const brand = { name: 'Sun & Co', color: null, logo: null };

test('a host name is looked up once, in any notation, and again after a change', async () => {
  const read = vi.fn(async () => brand);
  const brands = new BrandsByHost(read, () => true);
  for (const host of ['sun.example', 'SUN.example:8443', 'sun.example.']) {
    expect(await brands.find(host)).toEqual(brand);
  }
  expect(read.mock.calls).toEqual([['sun.example']]);
  brands.forget();
  await brands.find('sun.example');
  expect(read).toHaveBeenCalledTimes(2);
});

test('an invalid host name causes no query', async () => {
  const read = vi.fn(async () => brand);
  const brands = new BrandsByHost(read, () => true);
  for (const host of [
    '',
    'localhost',
    '127.0.0.1:8080',
    '[::1]:80',
    "a'.example",
    'sun.example, other.example',
  ])
    expect(await brands.find(host)).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

test('invented host names do not fill the memory', async () => {
  const brands = new BrandsByHost(
    async () => null,
    () => true,
  );
  for (let i = 0; i < 2000; i++) await brands.find(`h${i}.example`);
  expect(brands.size).toBe(500);
});

test('nothing is cached while change notices are missing, nor a result read before a change', async () => {
  const read = vi.fn(async () => brand);
  let noticesArrive = false;
  const brands = new BrandsByHost(read, () => noticesArrive);
  await brands.find('sun.example');
  await brands.find('sun.example');
  expect(read).toHaveBeenCalledTimes(2);
  noticesArrive = true;
  const reading = brands.find('sun.example');
  brands.forget();
  await reading;
  expect(brands.size).toBe(0);
});
