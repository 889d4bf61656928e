/** What can be wrong with a model, and with a value that a mapping reads, in both languages. */
const texts = {
  // Of a model.
  not_json: ['The file is not JSON', '文件不是有效的JSON'],
  too_large: ['The file is larger than {about} kB', '文件超过{about} kB'],
  wrong_type: ['Expected: {about}', '类型应为：{about}'],
  wrong_form: ['None of the possible forms', '不符合任何允许的形式'],
  at_most: ['At most {about}', '最多为{about}'],
  at_least: ['At least {about}', '至少为{about}'],
  one_of: ['Use one of: {about}', '可选值：{about}'],
  not_like: ['Not of the form {about}', '格式应为{about}'],
  missing: ['This field is required', '此项必填'],
  unknown_field: ['Unknown field {about}: check its spelling', '未知字段{about}，请检查拼写'],
  key_twice: ['{about} occurs twice: keys are unique', '{about}重复：键必须唯一'],
  role_twice: ['The role {about} has two points: keep one', '角色{about}对应了两个点，请保留一个'],
  key_missing: ['A point without a role needs a key', '没有角色的点必须填写键'],
  role_key: ['Points of this role have the key {about}', '此角色的点的键为{about}'],
  role_field: ['The role fixes this as {about}: leave it out', '角色已规定为{about}，请删除此项'],
  reserved_key: [
    'Keys that begin with M_, P_ or E_ belong to roles: choose another',
    '以M_、P_、E_开头的键保留给角色，请另选',
  ],
  label_missing: ['A point without a role needs a label', '没有角色的点必须填写名称'],
  range: ['min must be less than max', 'min必须小于max'],
  values_twice: ['Two values have the label {about}', '两个取值的名称同为{about}'],
  values_missing: ['A choice needs its values', '枚举点必须列出取值'],
  unknown_point: ['No point has the key {about}', '没有键为{about}的点'],
  unknown_attribute: ['No attribute has the key {about}', '没有键为{about}的属性'],
  one_target: ['Name either a point or an attribute', '请在point和attribute中只填一个'],
  one_source: ['Use one of path, terms and words', 'path、terms、words只能选一个'],
  bad_path: ['Not a path: {about}', '路径无效：{about}'],
  bad_topic: ['Not a topic pattern: {about}', '主题模式无效：{about}'],
  no_rest: ['“at” needs {...rest} at the end of the topic', '使用at时，主题须以{...rest}结尾'],
  needs_json: ['Only JSON and key=value texts have paths', '只有JSON和键值文本才有路径'],
  cells_part: ['Only points of cells take a list of cells', '只有单体点才能读取单体列表'],
  derived_from: ['A point cannot be derived from itself', '点不能由自身推导'],
  derived_order: ['{about} is derived later: move its rule up', '{about}在后面才推导，请将其规则上移'],
  derived_counter: ['This rule fills a counter', '此规则只能用于累计量'],
  derived_system: ['Rules derive points of the whole system', '推导规则只用于系统级的点'],
  zone: ['Not a time zone: {about}', '时区无效：{about}'],
  fault_bit: ['Name a bit of a bit field, or a value of a choice', '请填写位域的位号或枚举的取值'],
  sample_key: ['The sample expects {about}, which no point has', '样例期望的{about}没有对应的点'],
  // Of a value.
  payload_size: ['The message has more than {about} bytes', '报文超过{about}字节'],
  payload_depth: ['The message is nested too deeply', '报文嵌套过深'],
  payload_keys: ['The message has more than {about} values', '报文超过{about}个值'],
  not_utf8: ['The message is not UTF-8', '报文不是UTF-8编码'],
  payload_json: ['The message is not JSON', '报文不是JSON'],
  no_device: ['The message names no device', '报文中没有设备标识'],
  bad_time: ['Not a time: {about}', '时间无效：{about}'],
  no_zone: ['The time is local, and the device has no time zone', '时间为本地时间，但设备未设时区'],
  not_a_number: ['Not a number: {about}', '不是数字：{about}'],
  unknown_value: ['The mapping has no number for {about}', '映射中没有{about}对应的数值'],
  is_null: ['The value is null', '值为空'],
  no_part: ['The text has too few parts: {about}', '文本分段不足：{about}'],
  not_a_word: ['Not a 16-bit number: {about}', '不是16位数：{about}'],
  missing_term: ['A part of the sum is missing: {about}', '缺少求和项：{about}'],
  not_a_list: ['Not a list', '不是列表'],
  out_of_range: ['Out of range: {about}', '超出范围：{about}'],
  bad_pack: ['No number of a pack: {about}', '电池包编号无效：{about}'],
  too_many_packs: ['The device has more than {about} packs', '设备的电池包超过{about}个'],
  too_many_readings: ['The message gives more than {about} readings', '报文产生的读数超过{about}个'],
} as const;

export type Reason = keyof typeof texts;

/** Something wrong at a place of a model, such as `mapping.messages[0].fields[2].path`. */
export interface Problem {
  place: string;
  reason: Reason;
  /** What it is about: a key, or the start of a received value. */
  about: string;
}

/** The sentence of a problem. */
export function problemText({ reason, about }: Problem, language: 'en' | 'zh'): string {
  return texts[reason][language === 'en' ? 0 : 1].replace('{about}', () => about);
}

const MAX_SHOWN = 40;

/** The start of a received value. Objects may have a `toString` of their own, so it is not called. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  const text = String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
