import type { Dice } from './dice.ts';

/** Industrial districts for the demo's companies and people. */
export interface District {
  /** Six digits, as in the area data. */
  code: string;
  province: string;
  city: string;
  district: string;
  /** The coordinates of a built-up place in its centre, WGS-84 degrees. */
  longitude: number;
  latitude: number;
  /** First two characters of its number plates. */
  plate: string;
  dialling: string;
  postcode: string;
}

const district = (
  code: string,
  [province, city, name]: [string, string, string],
  [longitude, latitude]: [number, number],
  [plate, dialling, postcode]: [string, string, string],
): District => ({ code, province, city, district: name, longitude, latitude, plate, dialling, postcode });

// biome-ignore format: a table, one line each
export const districts: readonly District[] = [
  district('350206', ['福建省', '厦门市', '湖里区'], [118.147, 24.513], ['闽D', '0592', '361006']),
  district('350211', ['福建省', '厦门市', '集美区'], [118.097, 24.576], ['闽D', '0592', '361021']),
  district('350205', ['福建省', '厦门市', '海沧区'], [118.033, 24.485], ['闽D', '0592', '361026']),
  district('350902', ['福建省', '宁德市', '蕉城区'], [119.526, 26.661], ['闽J', '0593', '352100']),
  district('440305', ['广东省', '深圳市', '南山区'], [113.930, 22.533], ['粤B', '0755', '518052']),
  district('440306', ['广东省', '深圳市', '宝安区'], [113.884, 22.555], ['粤B', '0755', '518101']),
  district('440112', ['广东省', '广州市', '黄埔区'], [113.480, 23.106], ['粤A', '020', '510700']),
  district('440605', ['广东省', '佛山市', '南海区'], [113.143, 23.029], ['粤E', '0757', '528200']),
  district('430112', ['湖南省', '长沙市', '望城区'], [112.819, 28.348], ['湘A', '0731', '410200']),
  district('430104', ['湖南省', '长沙市', '岳麓区'], [112.931, 28.235], ['湘A', '0731', '410013']),
  district('420115', ['湖北省', '武汉市', '江夏区'], [114.320, 30.376], ['鄂A', '027', '430200']),
  district('420804', ['湖北省', '荆门市', '掇刀区'], [112.208, 30.973], ['鄂H', '0724', '448124']),
  district('340123', ['安徽省', '合肥市', '肥西县'], [117.158, 31.707], ['皖A', '0551', '231200']),
  district('340104', ['安徽省', '合肥市', '蜀山区'], [117.260, 31.852], ['皖A', '0551', '230031']),
  district('320412', ['江苏省', '常州市', '武进区'], [119.942, 31.701], ['苏D', '0519', '213100']),
  district('320115', ['江苏省', '南京市', '江宁区'], [118.840, 31.953], ['苏A', '025', '211100']),
  district('330109', ['浙江省', '杭州市', '萧山区'], [120.264, 30.184], ['浙A', '0571', '311200']),
  district('330212', ['浙江省', '宁波市', '鄞州区'], [121.547, 29.817], ['浙B', '0574', '315100']),
  district('310114', ['上海市', '上海市', '嘉定区'], [121.265, 31.376], ['沪A', '021', '201800']),
  district('370112', ['山东省', '济南市', '历城区'], [117.066, 36.680], ['鲁A', '0531', '250100']),
  district('410122', ['河南省', '郑州市', '中牟县'], [113.976, 34.719], ['豫A', '0371', '451450']),
  district('610112', ['陕西省', '西安市', '未央区'], [108.947, 34.293], ['陕A', '029', '710021']),
  district('510112', ['四川省', '成都市', '龙泉驿区'], [104.275, 30.557], ['川A', '028', '610100']),
  district('500107', ['重庆市', '重庆市', '九龙坡区'], [106.511, 29.502], ['渝A', '023', '400050']),
  district('360121', ['江西省', '南昌市', '南昌县'], [115.933, 28.546], ['赣A', '0791', '330200']),
  district('360902', ['江西省', '宜春市', '袁州区'], [114.424, 27.798], ['赣C', '0795', '336000']),
  district('120111', ['天津市', '天津市', '西青区'], [117.009, 39.142], ['津A', '022', '300380']),
  district('220106', ['吉林省', '长春市', '绿园区'], [125.256, 43.881], ['吉A', '0431', '130062']),
  district('450204', ['广西壮族自治区', '柳州市', '柳南区'], [109.386, 24.337], ['桂B', '0772', '545007']),
];

const roads = '新能 光储 星火 启航 兴业 创新 循环 绿源 工业 锦绣 朝阳 滨河 科技 腾飞 同安'.split(' ');
const kinds = ['路', '大道', '街', '一路', '二路', '北路', '南路'];

/** A place: its address and its coordinates. */
export interface Place {
  region: District;
  address: string;
  /** Six decimals, as text. */
  longitude: string;
  latitude: string;
}

/** Maximum distance of a place from the centre of its district, degrees: about 2.5 km. */
const SPREAD = 0.022;

/** A random place in a district; any district by default. */
export function placeIn(dice: Dice, region: District = dice.pick(districts)): Place {
  const { province, city, district: name } = region;
  // Municipalities are their own province and would be named twice.
  const area = province === city ? `${city}${name}` : `${province}${city}${name}`;
  const off = () => (dice.next() * 2 - 1) * SPREAD;
  return {
    region,
    address: `${area}${dice.pick(roads)}${dice.pick(kinds)}${dice.whole(1, 888)}号`,
    longitude: (region.longitude + off()).toFixed(6),
    latitude: (region.latitude + off()).toFixed(6),
  };
}
