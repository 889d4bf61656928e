import { describe, expect, it } from 'vitest';
import { project } from './map-view.ts';
import { tilesFor } from './tiles.ts';

const template = 'https://t.example.org/{z}/{x}/{y}.png';

describe('tiles', () => {
  it('are those that the scheme has for a place', () => {
    // Xiamen at zoom 12: tile 3391/1760.
    const view = { center: project(118.0894, 24.4798), scale: 256 * 2 ** 12 };
    const tiles = tilesFor(template, view, 10, 10);
    expect(tiles.map((tile) => tile.url)).toContain('https://t.example.org/12/3391/1760.png');
    expect(tiles.every((tile) => tile.size === 256)).toBe(true);
  });
  it('cover the box and join without a gap', () => {
    const view = { center: project(118.0894, 24.4798), scale: 300 * 2 ** 10 };
    const tiles = tilesFor(template, view, 800, 500);
    expect(Math.min(...tiles.map((t) => t.left))).toBeLessThanOrEqual(0);
    expect(Math.max(...tiles.map((t) => t.left + t.size))).toBeGreaterThanOrEqual(800);
    expect(Math.min(...tiles.map((t) => t.top))).toBeLessThanOrEqual(0);
    expect(Math.max(...tiles.map((t) => t.top + t.size))).toBeGreaterThanOrEqual(500);
    expect(tiles.length).toBeLessThan(20);
  });
  it('go on over the date line, and not beyond the pole', () => {
    const view = { center: { x: 0, y: 0.02 }, scale: 1024 };
    const urls = tilesFor(template, view, 200, 400).map((tile) => tile.url);
    expect(urls).toContain('https://t.example.org/2/3/0.png');
    expect(urls.every((url) => !url.includes('-'))).toBe(true);
  });
});
