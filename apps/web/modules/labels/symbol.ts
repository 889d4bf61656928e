import { code128, type DrawingContext, datamatrix, qrcode } from 'bwip-js/generic';
import type { SymbolModules, Symbology } from './geometry.ts';

/** Units of the library per module: its matrix symbols are drawn twice as large as its bars. */
const unitOf: Record<Symbology, number> = { code128: 1, qr: 2, datamatrix: 2 };
const encoders = { code128, qr: qrcode, datamatrix };
/** 15 % of a QR code may be damaged; a Data Matrix corrects as much by design. */
const more: Record<Symbology, object> = { code128: {}, qr: { eclevel: 'M' }, datamatrix: {} };

/** Collects the library's drawing as one path in modules, so that we control sizes exactly. */
function collect(symbology: Symbology): DrawingContext<SymbolModules> {
  const unit = unitOf[symbology];
  let [columns, rows, path] = [0, 0, ''];
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init(width, height) {
      [columns, rows] = [width / unit, height / unit];
    },
    // A bar: its middle and width, rounded up to whole units at the left.
    line(x, _y0, _x1, _y1, width) {
      path += `M${x - Math.ceil(width / 2)} 0h${width}v1h-${width}z`;
    },
    polygon(points) {
      path += `M${points.map(([x, y]) => `${x / unit} ${y / unit}`).join('L')}z`;
    },
    hexagon() {},
    ellipse() {},
    fill() {},
    text() {},
    end: () => ({ symbology, columns, rows: symbology === 'code128' ? null : rows, path }),
  };
}

/** The symbol of a code. Import lazily, because of the encoders. @throws Error for a text that it cannot encode */
export function symbolOf(symbology: Symbology, text: string): SymbolModules {
  return encoders[symbology]({ bcid: '', text, scale: 1, ...more[symbology] }, collect(symbology));
}
