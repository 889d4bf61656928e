/// <reference lib="esnext.temporal" />
/** Pure: the currency that is paid at a place, as a proposal. */

/** Currencies of countries (ISO 3166) in which home batteries are sold; others have none to propose. */
const countries: Readonly<Record<string, string>> = {
  EUR: 'AD AT AX BE BG CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MQ MT NL PT RE SI SK SM VA XK YT',
  USD: 'AS EC GU MH MP PR PW SV UM US VG VI',
  AUD: 'AU CC CX KI NF NR TV',
  GBP: 'GB GG GS IM JE',
  CHF: 'CH LI',
  DKK: 'DK FO GL',
  NOK: 'BV NO SJ',
  NZD: 'CK NU NZ PN TK',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XAF: 'CF CG CM GA GQ TD',
  XPF: 'NC PF WF',
  AED: 'AE',
  AFN: 'AF',
  ALL: 'AL',
  AMD: 'AM',
  AOA: 'AO',
  ARS: 'AR',
  AZN: 'AZ',
  BAM: 'BA',
  BDT: 'BD',
  BHD: 'BH',
  BOB: 'BO',
  BRL: 'BR',
  BWP: 'BW',
  BYN: 'BY',
  CAD: 'CA',
  CDF: 'CD',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CRC: 'CR',
  CZK: 'CZ',
  DOP: 'DO',
  DZD: 'DZ',
  EGP: 'EG',
  ETB: 'ET',
  FJD: 'FJ',
  GEL: 'GE',
  GHS: 'GH',
  GTQ: 'GT',
  HKD: 'HK',
  HNL: 'HN',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL',
  INR: 'IN',
  IQD: 'IQ',
  ISK: 'IS',
  JMD: 'JM',
  JOD: 'JO',
  JPY: 'JP',
  KES: 'KE',
  KGS: 'KG',
  KHR: 'KH',
  KRW: 'KR',
  KWD: 'KW',
  KZT: 'KZ',
  LAK: 'LA',
  LBP: 'LB',
  LKR: 'LK',
  MAD: 'MA',
  MDL: 'MD',
  MKD: 'MK',
  MMK: 'MM',
  MNT: 'MN',
  MOP: 'MO',
  MUR: 'MU',
  MXN: 'MX',
  MYR: 'MY',
  MZN: 'MZ',
  NAD: 'NA',
  NGN: 'NG',
  NPR: 'NP',
  OMR: 'OM',
  PAB: 'PA',
  PEN: 'PE',
  PGK: 'PG',
  PHP: 'PH',
  PKR: 'PK',
  PLN: 'PL',
  PYG: 'PY',
  QAR: 'QA',
  RON: 'RO',
  RSD: 'RS',
  RUB: 'RU',
  RWF: 'RW',
  SAR: 'SA',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TND: 'TN',
  TRY: 'TR',
  TWD: 'TW',
  TZS: 'TZ',
  UAH: 'UA',
  UGX: 'UG',
  UYU: 'UY',
  UZS: 'UZ',
  VND: 'VN',
  ZAR: 'ZA',
  ZMW: 'ZM',
};

/** The library of TypeScript does not have it yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones(): string[] | undefined };

/** By one name of each zone. */
const currencies = () =>
  new Map(
    Object.entries(countries).flatMap(([currency, codes]) =>
      codes
        .split(' ')
        .flatMap((code) => (new Intl.Locale(`und-${code}`) as LocaleWithZones).getTimeZones() ?? [])
        .map((zone): [string, string] => [zone, currency]),
    ),
  );
/** Made on first use: it takes a twentieth of a second, in each program that loads the server. */
let byZone: ReadonlyMap<string, string> | undefined;

/** The currency of the country with a time zone; null for zones of the sea and of no listed country. */
export function currencyOfZone(zone: string): string | null {
  byZone ??= currencies();
  const known = byZone.get(zone);
  if (known !== undefined) return known;
  // A zone may have other names: `Asia/Kolkata` is `Asia/Calcutta`.
  const at = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
  for (const [other, currency] of byZone) if (at.equals(at.withTimeZone(other))) return currency;
  return null;
}
