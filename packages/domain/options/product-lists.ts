import { numbers, strings } from './option-list.ts';
import { passportLists } from './passport-lists.ts';
import { worksLists } from './works-lists.ts';

/** The stage of a battery in its life (interpretation B18). */
const batteryState = strings(
  { value: 'registered', en: 'Registered', zh: '已登记' },
  { value: 'in_use', en: 'In use', zh: '使用中' },
  { value: 'in_stock', en: 'In stock', zh: '在库' },
  { value: 'on_hold', en: 'On hold', zh: '隔离' },
  { value: 'in_test', en: 'In test', zh: '检测中' },
  { value: 'in_production', en: 'In production', zh: '生产中' },
  { value: 'in_transit', en: 'In transit', zh: '在途' },
  { value: 'sold', en: 'Sold', zh: '已售出' },
  { value: 'handed_over', en: 'Handed over', zh: '已移交' },
  { value: 'missing', en: 'Missing', zh: '盘亏' },
  { value: 'scrapped', en: 'Scrapped', zh: '已报废' },
  { value: 'recycled', en: 'Recycled', zh: '已再生利用' },
);

/** States of a document of the ledger. */
const documentStatus = strings(
  { value: 'draft', en: 'Draft', zh: '草稿' },
  { value: 'submitted', en: 'Submitted', zh: '待审核' },
  { value: 'approved', en: 'Approved', zh: '已审核' },
  { value: 'posted', en: 'Posted', zh: '已过账' },
  { value: 'returned', en: 'Returned', zh: '已驳回' },
  { value: 'cancelled', en: 'Cancelled', zh: '已取消' },
  { value: 'voided', en: 'Voided', zh: '已冲销' },
);

/** The condition of goods, independent of their place. */
const stockCondition = strings(
  { value: 'available', en: 'Available', zh: '可用' },
  { value: 'hold', en: 'On hold', zh: '隔离' },
  { value: 'test', en: 'In test', zh: '检测中' },
  { value: 'scrapped', en: 'Scrapped', zh: '已报废' },
);

/** Results of a stock-take for goods, compared with the ledger at its start. */
const countFinding = strings(
  { value: 'asBooked', en: 'As booked', zh: '账实相符' },
  { value: 'uncounted', en: 'Not counted yet', zh: '未盘' },
  { value: 'missing', en: 'Missing', zh: '盘亏' },
  { value: 'surplus', en: 'Surplus', zh: '盘盈' },
  { value: 'misplaced', en: 'Wrong location', zh: '库位不符' },
  { value: 'elsewhere', en: 'Booked elsewhere', zh: '账面在其他仓库' },
  { value: 'moved', en: 'Moved since the start', zh: '盘点开始后已移动' },
  { value: 'inside', en: 'Inside another battery', zh: '在其他电池内' },
  { value: 'outside', en: 'Has left: receive it', zh: '账上已出库，请另行入库' },
  { value: 'unknown', en: 'Unknown: receive it', zh: '未登记，请另行入库' },
);

/** The use of a vehicle, after the vehicle licence (GA 24). */
const vehicleUse = strings(
  { value: 'private', en: 'Private, not for hire', zh: '非营运' },
  { value: 'bus', en: 'City bus', zh: '公交客运' },
  { value: 'coach', en: 'Coach', zh: '公路客运' },
  { value: 'taxi', en: 'Taxi', zh: '出租客运' },
  { value: 'ride_hailing', en: 'Ride-hailing', zh: '预约出租客运' },
  { value: 'rental', en: 'Rental', zh: '租赁' },
  { value: 'freight', en: 'Freight', zh: '货运' },
  { value: 'dangerous_goods', en: 'Dangerous goods', zh: '危险货物运输' },
  { value: 'special', en: 'Special service', zh: '专用作业' },
  { value: 'other', en: 'Other', zh: '其他' },
);

/** Classes of a Chinese driving licence for motor vehicles of four wheels and more. */
const licenceClass = strings(
  { value: 'A1', en: 'A1 large coach', zh: 'A1 大型客车' },
  { value: 'A2', en: 'A2 articulated lorry', zh: 'A2 重型牵引挂车' },
  { value: 'A3', en: 'A3 city bus', zh: 'A3 城市公交车' },
  { value: 'B1', en: 'B1 medium coach', zh: 'B1 中型客车' },
  { value: 'B2', en: 'B2 large lorry', zh: 'B2 大型货车' },
  { value: 'C1', en: 'C1 car, manual', zh: 'C1 小型汽车' },
  { value: 'C2', en: 'C2 car, automatic', zh: 'C2 小型自动挡汽车' },
  { value: 'C3', en: 'C3 low-speed lorry', zh: 'C3 低速载货汽车' },
  { value: 'C6', en: 'C6 light trailer', zh: 'C6 轻型牵引挂车' },
);

/** Lists that the specification leaves open, with values chosen for this product. */
/** States of a collection (decision 36). */
const collectionStatus = strings(
  { value: 'draft', en: 'Draft', zh: '草稿' },
  { value: 'quoted', en: 'Quoted', zh: '已报价' },
  { value: 'accepted', en: 'Accepted', zh: '已接受' },
  { value: 'received', en: 'Goods arrived', zh: '已到货' },
  { value: 'inspected', en: 'Inspected', zh: '已检验' },
  { value: 'settled', en: 'Settled', zh: '已结算' },
  { value: 'declined', en: 'Declined', zh: '已拒绝' },
  { value: 'cancelled', en: 'Cancelled', zh: '已取消' },
);

/** The unit of a price of a collection. */
const priceBasis = strings(
  { value: 'piece', en: 'Per piece', zh: '按件' },
  { value: 'kg', en: 'Per kg', zh: '按重量' },
  { value: 'kwh', en: 'Per kWh', zh: '按度电' },
  { value: 'metal', en: 'By metal content', zh: '按金属' },
);

export const productLists = {
  ...worksLists,
  ...passportLists,
  batteryState,
  documentStatus,
  stockCondition,
  collectionStatus,
  priceBasis,
  receiptKind: strings(
    { value: 'purchase', en: 'Purchase', zh: '采购入库' },
    { value: 'collection', en: 'Collection', zh: '回收入库' },
    { value: 'return', en: 'Return from customer', zh: '销售退货' },
    { value: 'vehicle', en: 'From scrapped vehicles', zh: '整车报废电池入库' },
    { value: 'production', en: 'Return from production', zh: '生产退料入库' },
  ),
  issueKind: strings(
    { value: 'sale', en: 'Sale', zh: '销售出库' },
    { value: 'vehicle', en: 'From scrapped vehicles', zh: '整车报废电池出库' },
    { value: 'handover', en: 'Hand-over of scrap', zh: '报废移交' },
    { value: 'supplier', en: 'Return to supplier', zh: '采购退货' },
    { value: 'production', en: 'Issue to production', zh: '生产领料' },
    { value: 'recycling', en: 'Issue to recycling', zh: '再生利用出库' },
  ),
  movementKind: strings(
    { value: 'move', en: 'Move', zh: '移库' },
    { value: 'transfer', en: 'Transfer with transport', zh: '调拨' },
    { value: 'arrival', en: 'Arrival of a transfer', zh: '调拨到货' },
  ),
  conditionChangeKind: strings(
    { value: 'hold', en: 'Put on hold', zh: '隔离' },
    { value: 'release', en: 'Release from hold', zh: '解除隔离' },
    { value: 'toTest', en: 'Send to test', zh: '送检' },
    { value: 'fromTest', en: 'Test finished', zh: '检测完成' },
    { value: 'remove', en: 'Remove from pack or module', zh: '拆出' },
  ),
  scrapKind: strings(
    { value: 'coded', en: 'Scrap by code', zh: '按编码报废' },
    { value: 'byMass', en: 'Scrap by mass', zh: '按重量报废' },
  ),
  correctionKind: strings(
    { value: 'mass', en: 'Booked mass', zh: '重量更正' },
    { value: 'code', en: 'Battery code', zh: '编码更正' },
    { value: 'found', en: 'Missing goods found', zh: '盘亏找回' },
  ),
  countFinding,
  massBasis: strings({ value: 'wet', en: 'Wet', zh: '湿基' }, { value: 'dry', en: 'Dry', zh: '干基' }),
  vehicleUse,
  vehicleCategory: strings(
    { value: 'BEV', en: 'Battery electric (BEV)', zh: '纯电动' },
    { value: 'PHEV', en: 'Plug-in hybrid (PHEV)', zh: '插电式混合动力' },
    { value: 'FCEV', en: 'Fuel cell (FCEV)', zh: '燃料电池' },
    { value: 'other', en: 'Other', zh: '其他' },
  ),
  vehicleOwner: numbers({ value: 1, en: 'Enterprise', zh: '企业' }, { value: 2, en: 'Customer', zh: '客户' }),
  vehicleStatus: strings(
    { value: 'in_use', en: 'In use', zh: '在用' },
    { value: 'stopped', en: 'Out of use', zh: '停用' },
    { value: 'scrapped', en: 'Scrapped', zh: '已报废' },
  ),
  licenceClass,
  driverStatus: strings(
    { value: 'active', en: 'Active', zh: '在岗' },
    { value: 'suspended', en: 'Suspended', zh: '停岗' },
    { value: 'left', en: 'Left', zh: '离职' },
  ),
  simOperator: strings(
    { value: 'CMCC', en: 'China Mobile', zh: '中国移动' },
    { value: 'CUCC', en: 'China Unicom', zh: '中国联通' },
    { value: 'CTCC', en: 'China Telecom', zh: '中国电信' },
    { value: 'CBN', en: 'China Broadnet', zh: '中国广电' },
  ),
  simStatus: strings(
    { value: 'inventory', en: 'In inventory', zh: '库存' },
    { value: 'active', en: 'Active', zh: '已激活' },
    { value: 'suspended', en: 'Suspended', zh: '已停机' },
    { value: 'retired', en: 'Retired', zh: '已销卡' },
  ),
  assetKind: numbers(
    { value: 1, en: 'Battery', zh: '电池' },
    { value: 2, en: 'Device', zh: '设备' },
    { value: 3, en: 'Other', zh: '其他' },
  ),
  assetState: strings(
    { value: 'in_use', en: 'In use', zh: '在用' },
    { value: 'idle', en: 'Idle', zh: '闲置' },
    { value: 'disposed', en: 'Disposed of', zh: '已处置' },
  ),
  /** State of a device in the portal (interpretation B08). */
  deviceStatus: numbers(
    { value: 0, en: 'Offline', zh: '离线' },
    { value: 1, en: 'Online', zh: '在线' },
    { value: 2, en: 'Fault', zh: '故障' },
    { value: 3, en: 'Upgrading', zh: '升级中' },
    { value: 4, en: 'Not activated', zh: '未激活' },
  ),
  /** State of master data that can be disabled. */
  enabled: numbers({ value: 1, en: 'Enabled', zh: '启用' }, { value: 2, en: 'Disabled', zh: '停用' }),
  enterpriseKind: numbers(
    { value: 1, en: 'Battery maker', zh: '电池生产企业' },
    { value: 2, en: 'Vehicle maker', zh: '汽车生产企业' },
    { value: 3, en: 'Vehicle dismantler', zh: '报废机动车回收拆解企业' },
    { value: 4, en: 'Collection outlet', zh: '回收服务网点' },
    { value: 5, en: 'Echelon-use enterprise', zh: '梯次利用企业' },
    { value: 6, en: 'Recycler', zh: '再生利用企业' },
    { value: 7, en: 'Carrier', zh: '运输企业' },
    { value: 8, en: 'Customer', zh: '客户企业' },
  ),
  permitType: numbers(
    { value: 1, en: 'Business licence', zh: '营业执照' },
    { value: 2, en: 'Hazardous waste permit', zh: '危险废物经营许可证' },
    { value: 3, en: 'Dismantling qualification', zh: '报废机动车回收拆解资质认定书' },
    { value: 4, en: 'Dangerous goods transport permit', zh: '道路危险货物运输许可证' },
    { value: 5, en: 'Pollutant discharge permit', zh: '排污许可证' },
    { value: 6, en: 'Environmental approval', zh: '环评批复' },
    { value: 7, en: 'Safe production permit', zh: '安全生产许可证' },
    { value: 8, en: 'Fire safety acceptance', zh: '消防验收意见书' },
    { value: 9, en: 'Other', zh: '其他' },
  ),
  siteKind: numbers(
    { value: 1, en: 'Collection outlet', zh: '收集型网点' },
    { value: 2, en: 'Storage outlet', zh: '集中贮存型网点' },
    { value: 3, en: 'Dismantling site', zh: '拆解场地' },
    { value: 4, en: 'Echelon-use site', zh: '梯次利用场地' },
    { value: 5, en: 'Recycling site', zh: '再生利用场地' },
  ),
  storeKind: numbers(
    { value: 1, en: 'Receipt', zh: '收货区' },
    { value: 2, en: 'Quarantine', zh: '待检隔离区' },
    { value: 3, en: 'Cold isolation', zh: '冷却隔离区' },
    { value: 4, en: 'Ready for use', zh: '待用区' },
    { value: 5, en: 'Production', zh: '生产区' },
    { value: 6, en: 'Finished goods', zh: '成品库' },
    { value: 7, en: 'Black mass', zh: '黑粉库' },
    { value: 8, en: 'Hazardous waste', zh: '危废贮存库' },
  ),
  /** Fire hazard class of stored goods (GB 50016, table 3.1.3). */
  fireClass: strings(
    { value: 'A', en: 'Class A', zh: '甲类' },
    { value: 'B', en: 'Class B', zh: '乙类' },
    { value: 'C', en: 'Class C', zh: '丙类' },
    { value: 'D', en: 'Class D', zh: '丁类' },
    { value: 'E', en: 'Class E', zh: '戊类' },
  ),
  bomStatus: numbers(
    { value: 1, en: 'Draft', zh: '草稿' },
    { value: 2, en: 'Released', zh: '已发布' },
    { value: 3, en: 'Void', zh: '已作废' },
  ),
  /** The meaning of a geofence. */
  geofenceKind: strings(
    { value: 'allow', en: 'Stay inside', zh: '允许区（不得驶出）' },
    { value: 'deny', en: 'No entry', zh: '禁入区' },
    { value: 'site', en: 'Site', zh: '站点区域' },
  ),
  geofenceShape: strings(
    { value: 'circle', en: 'Circle', zh: '圆形' },
    { value: 'polygon', en: 'Polygon', zh: '多边形' },
  ),
  geofenceTarget: strings(
    { value: 'vehicle', en: 'Vehicles', zh: '车辆' },
    { value: 'battery', en: 'Batteries', zh: '电池' },
    { value: 'driver', en: 'Drivers', zh: '驾驶员' },
    { value: 'device', en: 'Devices', zh: '设备' },
  ),
  coordinateSystem: strings(
    { value: 'WGS84', en: 'WGS-84 (GPS)', zh: 'WGS-84（GPS）' },
    { value: 'GCJ02', en: 'GCJ-02 (Chinese maps)', zh: 'GCJ-02（国内地图）' },
  ),
  /** Methods of measuring a capacity (battery-test/health.ts has their uncertainties). */
  testMethod: strings(
    { value: 'discharge', en: 'Full charge and discharge', zh: '完全充放电' },
    { value: 'partial', en: 'Part of a charge between rests', zh: '部分充放电（静置间）' },
    { value: 'pulse', en: 'Pulse or impedance', zh: '脉冲或交流阻抗' },
  ),
  testReportStatus: strings(
    { value: 'draft', en: 'Draft', zh: '草稿' },
    { value: 'signed', en: 'Signed', zh: '已签发' },
    { value: 'replaced', en: 'Replaced', zh: '已被更正' },
  ),
  calibrationState: strings(
    { value: 'valid', en: 'Valid', zh: '有效' },
    { value: 'expired', en: 'Expired', zh: '已过期' },
    { value: 'unknown', en: 'Not said', zh: '未填写' },
  ),
  orderStatus: numbers(
    { value: 1, en: 'In force', zh: '有效' },
    { value: 2, en: 'Cancelled', zh: '已取消' },
    { value: 3, en: 'Closed short', zh: '短交关闭' },
  ),
  invoiceDirection: strings(
    { value: 'out', en: 'Outgoing', zh: '销项' },
    { value: 'in', en: 'Incoming', zh: '进项' },
    { value: 'reverse', en: 'Reverse, for a person who sells to us', zh: '反向开票' },
  ),
  invoiceStatus: strings(
    { value: 'draft', en: 'Draft', zh: '待开' },
    { value: 'issued', en: 'Issued', zh: '已开' },
    { value: 'credited', en: 'Credited', zh: '已红冲' },
    { value: 'cancelled', en: 'Cancelled', zh: '已取消' },
  ),
  /** Per cent. */
  taxRate: numbers(...[13, 9, 6, 5, 3, 1, 0].map((value) => ({ value, en: `${value} %`, zh: `${value} %` }))),
  orderUnit: strings(
    { value: 'piece', en: 'Pieces', zh: '件' },
    { value: 'kg', en: 'kg', zh: 'kg' },
    { value: 'kwh', en: 'kWh', zh: 'kWh' },
    { value: 'metal', en: 'kg, by metal content', zh: 'kg（按金属计价）' },
  ),
} as const;
