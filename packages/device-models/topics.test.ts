import { describe, expect, it } from 'vitest';
import { isTopicPattern, topicPattern } from './topics.ts';

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
});
