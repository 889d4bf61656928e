import { describe, expect, it } from 'vitest';
import { isTopicPattern, mayOverlap, topicPattern } from './topics.ts';

describe('a topic pattern', () => {
  it.each([
    ['a/{device}/{...rest}', 'a/x/b/c', { device: 'x', rest: 'b/c' }],
    ['a/+/c', 'a/b/c', {}],
    ['a/+/c', 'a/b/c/d', null],
    ['CellVol_B{pack}_{cell}', 'CellVol_B2_11', { pack: '2', cell: '11' }],
    ['a.b/{x}', 'aXb/1', null],
    ['{...rest}', 'a', { rest: 'a' }],
    ['a/{...rest}', 'a', null],
  ])('%s of %s', (pattern, topic, captured) => {
    expect(topicPattern(pattern).match(topic)).toEqual(captured);
  });

  it.each(['', 'a/#', 'a/{...rest}/b', 'a+/b', '{a}/{a}', 'a/{', 'a/{1x}'])('is not %s', (text) => {
    expect(isTopicPattern(text)).toBe(false);
  });

  it.each([
    ['a/{x}/c', 'a/b/{y}', true],
    ['a/b', 'a/c', false],
    ['a/{...rest}', 'a/b/c/d', true],
    ['a/b', 'a/b/c', false],
    ['x{n}', 'y{n}', false],
    ['{n}_a', '{n}_b', false],
  ])('may or may not be the same topic: %s, %s: %s', (a, b, overlap) => {
    expect(mayOverlap(a, b)).toBe(overlap);
    expect(mayOverlap(b, a)).toBe(overlap);
  });
});
