/** Derives the colours of a customized portal from one: contrasts are those of WCAG 2.2. */

type Rgb = readonly [red: number, green: number, blue: number];

const rgbOf = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mixed = (one: Rgb, other: Rgb, share: number): Rgb => [
  one[0] * (1 - share) + other[0] * share,
  one[1] * (1 - share) + other[1] * share,
  one[2] * (1 - share) + other[2] * share,
];

/** The relative luminance of a colour. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours (`#rrggbb`), 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The background of links in the dark scheme, and their minimum contrast (look: at least 5.7). */
const DARK_SURFACE = '#1c2220';
const LEAST = 5.7;

/** The colours of the light and the dark scheme: of buttons and links, of text on them, under the pointer, and a tint. */
export function colorsOf(color: string) {
  const base = rgbOf(color);
  let dark = color;
  for (let share = 0; share <= 1 && contrastOf(dark, DARK_SURFACE) < LEAST; share += 0.05)
    dark = hexOf(mixed(base, WHITE, share));
  return {
    light: {
      primary: color,
      'on-primary': '#ffffff',
      'primary-hover': hexOf(mixed(base, BLACK, 0.25)),
      'primary-tint': hexOf(mixed(base, WHITE, 0.9)),
    },
    dark: {
      primary: dark,
      'on-primary': hexOf(mixed(base, BLACK, 0.75)),
      'primary-hover': hexOf(mixed(rgbOf(dark), WHITE, 0.35)),
      'primary-tint': hexOf(mixed(rgbOf(DARK_SURFACE), rgbOf(dark), 0.15)),
    },
  };
}

/** The style sheet of these colours. */
export function colorSheet(color: string): string {
  const { light, dark } = colorsOf(color);
  const rules = (colors: Record<string, string>) =>
    Object.entries(colors)
      .map(([name, value]) => `--kf-${name}:${value};`)
      .join('');
  return `:root{${rules(light)}}@media (prefers-color-scheme:dark){:root{${rules(dark)}}}@media print{:root{${rules(light)}}}\n`;
}
