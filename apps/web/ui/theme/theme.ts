import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { foldedOptions } from '../text/folded.ts';

/** Shades of the default theme colour #409EFF (index 5), for Mantine components that need a certain shade. */
const brand: MantineColorsTuple = [
  '#eef6ff',
  '#d9eaff',
  '#b5d8ff',
  '#8ac2ff',
  '#62afff',
  '#409eff',
  '#2374d8',
  '#1769c9',
  '#1560bb',
  '#114c94',
];

/** Mantine's greys of the dark scheme, from the tokens: text first, page last. */
const dark: MantineColorsTuple = [
  '#e9edf3',
  '#c8d0db',
  '#aeb8c6',
  '#8793a4',
  '#384250',
  '#252c37',
  '#1b212a',
  '#14181f',
  '#10141a',
  '#0d1015',
];

/**
 * Lists of choices open by a click, typing or arrow down: opened by Tab, or by a form that focuses its first invalid
 * field, they would cover what follows and send a request.
 */
const closedOnFocus = { defaultProps: { openOnFocus: false, filter: foldedOptions } };

/**
 * After a choice the list of a multi-select stays open for the next one. On a phone it would cover the fields and buttons
 * below, where the next tap chooses another option.
 */
function closeOnTouch(): void {
  const field = document.activeElement;
  if (field instanceof HTMLElement && matchMedia('(pointer: coarse)').matches) setTimeout(() => field.blur());
}

/** The Mantine theme of the console. Colours come from `tokens.css`, so that both schemes are defined in one place. */
export const theme = createTheme({
  components: {
    // The first item gets the focus: a focus placeholder is not an allowed child of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Autocomplete: closedOnFocus,
    MultiSelect: { defaultProps: { ...closedOnFocus.defaultProps, onOptionSubmit: closeOnTouch } },
    Select: closedOnFocus,
    TagsInput: closedOnFocus,
    // The description of a field is below it, so that the inputs of a row are aligned.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: { brand, dark },
  // White is not legible on every theme colour (on #409EFF it has 2.8 : 1).
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const onAccent = input.variant === 'filled' && (input.color ?? input.theme.primaryColor) === 'brand';
    return onAccent ? { ...colors, color: 'var(--vl-on-accent)' } : colors;
  },
  fontFamily: 'var(--vl-font)',
  fontFamilyMonospace: 'var(--vl-font-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: { fontFamily: 'var(--vl-font)', fontWeight: '600' },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
});

const shared = {
  '--mantine-color-body': 'var(--vl-bg)',
  '--mantine-color-text': 'var(--vl-ink)',
  '--mantine-color-dimmed': 'var(--vl-ink-3)',
  '--mantine-color-placeholder': 'var(--vl-ink-3)',
  '--mantine-color-anchor': 'var(--vl-accent-ink)',
  '--mantine-color-default': 'var(--vl-surface)',
  '--mantine-color-default-hover': 'var(--vl-surface-hover)',
  '--mantine-color-default-color': 'var(--vl-ink)',
  '--mantine-color-default-border': 'var(--vl-border-strong)',
  '--mantine-color-error': 'var(--vl-danger-ink)',
  '--mantine-primary-color-contrast': 'var(--vl-on-accent)',
  '--mantine-color-brand-filled': 'var(--vl-accent)',
  '--mantine-color-brand-filled-hover': 'var(--vl-accent-hover)',
  '--mantine-color-brand-light': 'var(--vl-accent-soft)',
  '--mantine-color-brand-light-hover': 'var(--vl-accent-soft)',
  '--mantine-color-brand-light-color': 'var(--vl-accent-ink)',
  '--mantine-color-brand-outline': 'var(--vl-accent-ink)',
  '--mantine-color-brand-text': 'var(--vl-accent-ink)',
  '--mantine-color-disabled': 'var(--vl-surface-sunken)',
  '--mantine-color-disabled-color': 'var(--vl-ink-3)',
  '--mantine-color-disabled-border': 'var(--vl-border)',
};

/** Maps Mantine's own variables to the tokens, in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: shared,
});
