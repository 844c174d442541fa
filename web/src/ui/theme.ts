import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/**
 * The primary of the light theme (index 6, with white text) and of the dark one (index 4, with near-black
 * text).
 */
const primary: MantineColorsTuple = [
  '#e8f4fc',
  '#cfe6f6',
  '#a3d2f1',
  '#7cc5f3',
  '#5cb8f2',
  '#2d94d4',
  '#0b74b8',
  '#096399',
  '#07527f',
  '#064266',
];

/** Mantine's neutral scales with our neutrals: fields, menus and lines of both themes. */
const gray: MantineColorsTuple = [
  '#f5f7fa',
  '#e9eef3',
  '#dde3ea',
  '#c8d1db',
  '#8595a6',
  '#7f8ea0',
  '#54657a',
  '#3c4b5d',
  '#26323f',
  '#101b28',
];
const dark: MantineColorsTuple = [
  '#e7eef6',
  '#c4d0dc',
  '#93a4b8',
  '#6b7f95',
  '#51667c',
  '#1d2a38',
  '#111b26',
  '#111b26',
  '#0a1119',
  '#060b11',
];

/** Text on the primary color: white in the light theme, near black in the dark one. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled' || (input.color !== undefined && input.color !== 'primary')) return colors;
  return {
    ...colors,
    background: 'var(--primary)',
    hover: 'color-mix(in srgb, var(--primary) 88%, var(--text))',
    color: 'var(--on-primary)',
  };
};

export const theme = createTheme({
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  colors: { primary, gray, dark },
  primaryColor: 'primary',
  primaryShade: { light: 6, dark: 4 },
  variantColorResolver: variantColors,
  defaultRadius: 10,
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  headings: { fontWeight: '650' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'md', fz: 14, fw: 550, h: 44 } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    CloseButton: { defaultProps: { size: 44 } },
    Checkbox: {
      defaultProps: { size: 'md', iconColor: 'var(--on-primary)' },
      styles: { body: { alignItems: 'center' } },
    },
    Switch: { defaultProps: { size: 'md' }, styles: { body: { alignItems: 'center' } } },
    TextInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Autocomplete: { defaultProps: { size: 'md' } },
    Menu: {
      // On a low screen a long menu is as high as there is room, and scrolls.
      defaultProps: { middlewares: { flip: true, shift: true, size: true } },
      styles: {
        dropdown: { borderColor: 'var(--line)', overflowY: 'auto' },
        divider: { borderColor: 'var(--line)' },
        item: { minHeight: 44 },
      },
    },
    Tooltip: {
      defaultProps: { events: { hover: true, focus: true, touch: true }, multiline: true, maw: 300 },
    },
    Modal: {
      styles: { title: { fontSize: 20, fontWeight: 650, lineHeight: 1.25 } },
      defaultProps: { overlayProps: { backgroundOpacity: 0.45 }, transitionProps: { duration: 200 } },
    },
  },
});

/** Mantine's own variables with our tokens. */
export const variables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--card)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-default': 'var(--card)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-hover': 'var(--track)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--primary)',
  };
  return { variables: {}, light: shared, dark: shared };
};

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'allclear.colour-scheme' });
