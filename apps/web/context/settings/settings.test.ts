import { beforeEach, describe, expect, it } from 'vitest';
import { changeSetting, defaultSettings, personalSettings, useSettings } from './settings-store.ts';
import { systemDefaults, systemTypeOf, systemTypes } from './system-types.ts';
import { DEFAULT_THEME, isTheme, themePresets } from './themes.ts';

beforeEach(() => useSettings.setState(defaultSettings, true));

describe('the settings', () => {
  it('have the keys and defaults of the specification, and theme (interpretation A35)', () => {
    expect(useSettings.getState()).toEqual({
      title: 'siteTitle',
      systemType: 'fnj',
      theme: '#409EFF',
      showSettings: false,
      tagsView: true,
      fixedHeader: true,
      sidebarLogo: true,
      errorLog: 'production',
    });
  });
  it('change only for existing keys', () => {
    changeSetting({ key: 'tagsView', value: false });
    changeSetting({ key: 'tagView', value: false });
    changeSetting({ key: 'toString', value: 1 });
    expect(useSettings.getState()).toEqual({ ...defaultSettings, tagsView: false });
  });
  it('of a user are four, and only with valid values', () => {
    expect(
      personalSettings({
        theme: '#11a983',
        tagsView: false,
        fixedHeader: 'no',
        sidebarLogo: true,
        showSettings: true,
        systemType: 'hy',
        junk: 1,
      }),
    ).toEqual({ theme: '#11a983', tagsView: false, sidebarLogo: true });
    for (const wrong of [null, undefined, 'x', 3, { theme: '#123456' }, { theme: null }])
      expect(personalSettings(wrong)).toEqual({});
  });
});

describe('the themes', () => {
  it('are eight, in order, the first is the default', () => {
    expect(themePresets).toEqual([
      '#409EFF',
      '#1890ff',
      '#304156',
      '#212121',
      '#11a983',
      '#13c2c2',
      '#6959CD',
      '#f5222d',
    ]);
    expect(DEFAULT_THEME).toBe('#409EFF');
  });
  it('ignore invalid values, e.g. a cleared picker', () => {
    expect(isTheme('#f5222d')).toBe(true);
    for (const wrong of [null, undefined, '', '#fff', 7]) expect(isTheme(wrong)).toBe(false);
  });
});

describe('the system type (interpretation B03)', () => {
  it('is one of four; anything else is other', () => {
    expect(systemTypes).toEqual(['lw', 'hy', 'fnj', 'other']);
    for (const type of systemTypes) expect(systemTypeOf(type)).toBe(type);
    expect(systemTypeOf('acme')).toBe('other');
  });
  it('determines title and initial theme', () => {
    expect(systemDefaults.fnj).toEqual({ title: 'siteTitle', theme: '#409EFF' });
    expect(new Set(systemTypes.map((type) => systemDefaults[type].title)).size).toBe(4);
    for (const type of systemTypes) expect(isTheme(systemDefaults[type].theme)).toBe(true);
  });
});
