/**
 * The SunSpec models that the gateway reads, as data. Source: SunSpec Information Model Reference
 * (https://sunspec.org/specifications/, machine-readable at https://github.com/sunspec/models). A test compares the
 * length of each table with the published length of its model.
 */
import { type Field, fieldsOf, type Model } from './model.ts';

/** 101, 102, 103: integers with scale factors. */
const inverter = fieldsOf(`
  A|AphA|AphB|AphC uint16 A_SF, A_SF sunssf
  PPVphAB|PPVphBC|PPVphCA|PhVphA|PhVphB|PhVphC uint16 V_SF, V_SF sunssf
  W int16 W_SF, W_SF sunssf, Hz uint16 Hz_SF, Hz_SF sunssf
  VA int16 VA_SF, VA_SF sunssf, VAr int16 VAr_SF, VAr_SF sunssf, PF int16 PF_SF, PF_SF sunssf
  WH acc32 WH_SF, WH_SF sunssf
  DCA uint16 DCA_SF, DCA_SF sunssf, DCV uint16 DCV_SF, DCV_SF sunssf, DCW int16 DCW_SF, DCW_SF sunssf
  TmpCab|TmpSnk|TmpTrns|TmpOt int16 Tmp_SF, Tmp_SF sunssf
  St|StVnd enum16, Evt1|Evt2|EvtVnd1|EvtVnd2|EvtVnd3|EvtVnd4 bitfield32`);

/** 111, 112, 113: the same as floats. */
const inverterFloat = fieldsOf(`
  A|AphA|AphB|AphC|PPVphAB|PPVphBC|PPVphCA|PhVphA|PhVphB|PhVphC float32
  W|Hz|VA|VAr|PF|WH|DCA|DCV|DCW|TmpCab|TmpSnk|TmpTrns|TmpOt float32
  St|StVnd enum16, Evt1|Evt2|EvtVnd1|EvtVnd2|EvtVnd3|EvtVnd4 bitfield32`);

const phases = (name: string): string => `${name}|${name}phA|${name}phB|${name}phC`;
const energies = (name: string): string => `${name}|${name}PhA|${name}PhB|${name}PhC`;
const reactive = ['TotVArhImpQ1', 'TotVArhImpQ2', 'TotVArhExpQ3', 'TotVArhExpQ4'];

/** 201 to 204. */
const meter = fieldsOf(`
  A|AphA|AphB|AphC int16 A_SF, A_SF sunssf
  ${phases('PhV')}|PPV|PhVphAB|PhVphBC|PhVphCA int16 V_SF, V_SF sunssf, Hz int16 Hz_SF, Hz_SF sunssf
  ${phases('W')} int16 W_SF, W_SF sunssf, ${phases('VA')} int16 VA_SF, VA_SF sunssf
  ${phases('VAR')} int16 VAR_SF, VAR_SF sunssf, ${phases('PF')} int16 PF_SF, PF_SF sunssf
  ${energies('TotWhExp')}|${energies('TotWhImp')} acc32 TotWh_SF, TotWh_SF sunssf
  ${energies('TotVAhExp')}|${energies('TotVAhImp')} acc32 TotVAh_SF, TotVAh_SF sunssf
  ${reactive.map(energies).join('|')} acc32 TotVArh_SF, TotVArh_SF sunssf, Evt bitfield32`);

/** 211 to 214. */
const meterFloat = fieldsOf(`
  A|AphA|AphB|AphC|${phases('PhV')}|PPV|PPVphAB|PPVphBC|PPVphCA|Hz float32
  ${phases('W')}|${phases('VA')}|${phases('VAR')}|${phases('PF')} float32
  ${energies('TotWhExp')}|${energies('TotWhImp')}|${energies('TotVAhExp')}|${energies('TotVAhImp')} float32
  ${reactive.map(energies).join('|')} float32, Evt bitfield32`);

/** Values of model 701 per line, and the line-to-line voltage that belongs to each. */
const line701 = (line: string, pair: string): string => `
  W${line} int16 W_SF, VA${line} int16 VA_SF, Var${line} int16 Var_SF, PF${line} int16 PF_SF, A${line} int16 A_SF
  V${pair}|V${line} uint16 V_SF, TotWhInj${line}|TotWhAbs${line} uint64 TotWh_SF
  TotVarhInj${line}|TotVarhAbs${line} uint64 TotVarh_SF`;

const model = (ids: number[], label: string, fields: Field[], repeating?: Model['repeating']): Model => ({
  ids,
  label,
  fields,
  ...(repeating ? { repeating } : {}),
});

export const models: readonly Model[] = [
  model([1], 'Common', fieldsOf('Mn|Md string:16, Opt|Vr string:8, SN string:16, DA uint16, Pad pad')),
  model([101, 102, 103], 'Inverter', inverter),
  model([111, 112, 113], 'Inverter (float)', inverterFloat),
  model(
    [120],
    'Nameplate',
    fieldsOf(`
      DERTyp enum16, WRtg uint16 WRtg_SF, WRtg_SF sunssf, VARtg uint16 VARtg_SF, VARtg_SF sunssf
      VArRtgQ1|VArRtgQ2|VArRtgQ3|VArRtgQ4 int16 VArRtg_SF, VArRtg_SF sunssf, ARtg uint16 ARtg_SF, ARtg_SF sunssf
      PFRtgQ1|PFRtgQ2|PFRtgQ3|PFRtgQ4 int16 PFRtg_SF, PFRtg_SF sunssf, WHRtg uint16 WHRtg_SF, WHRtg_SF sunssf
      AhrRtg uint16 AhrRtg_SF, AhrRtg_SF sunssf, MaxChaRte uint16 MaxChaRte_SF, MaxChaRte_SF sunssf
      MaxDisChaRte uint16 MaxDisChaRte_SF, MaxDisChaRte_SF sunssf, Pad pad`),
  ),
  model(
    [121],
    'Basic settings',
    fieldsOf(`
      WMax uint16 WMax_SF, VRef uint16 VRef_SF, VRefOfs int16 VRefOfs_SF, VMax|VMin uint16 VMinMax_SF
      VAMax uint16 VAMax_SF, VArMaxQ1|VArMaxQ2|VArMaxQ3|VArMaxQ4 int16 VArMax_SF, WGra uint16 WGra_SF
      PFMinQ1|PFMinQ2|PFMinQ3|PFMinQ4 int16 PFMin_SF, VArAct|ClcTotVA enum16, MaxRmpRte uint16 MaxRmpRte_SF
      ECPNomHz uint16 ECPNomHz_SF, ConnPh enum16
      WMax_SF|VRef_SF|VRefOfs_SF|VMinMax_SF|VAMax_SF|VArMax_SF|WGra_SF|PFMin_SF|MaxRmpRte_SF|ECPNomHz_SF sunssf`),
  ),
  model(
    [122],
    'Measurements and status',
    fieldsOf(`
      PVConn|StorConn|ECPConn bitfield16, ActWh|ActVAh|ActVArhQ1|ActVArhQ2|ActVArhQ3|ActVArhQ4 acc64
      VArAval int16 VArAval_SF, VArAval_SF sunssf, WAval uint16 WAval_SF, WAval_SF sunssf
      StSetLimMsk|StActCtl bitfield32, TmSrc string:4, Tms uint32, RtSt bitfield16, Ris uint16 Ris_SF, Ris_SF sunssf`),
  ),
  model(
    [123],
    'Immediate controls',
    fieldsOf(`
      Conn_WinTms|Conn_RvrtTms uint16, Conn enum16, WMaxLimPct uint16 WMaxLimPct_SF
      WMaxLimPct_WinTms|WMaxLimPct_RvrtTms|WMaxLimPct_RmpTms uint16, WMaxLim_Ena enum16, OutPFSet int16 OutPFSet_SF
      OutPFSet_WinTms|OutPFSet_RvrtTms|OutPFSet_RmpTms uint16, OutPFSet_Ena enum16
      VArWMaxPct|VArMaxPct|VArAvalPct int16 VArPct_SF, VArPct_WinTms|VArPct_RvrtTms|VArPct_RmpTms uint16
      VArPct_Mod|VArPct_Ena enum16, WMaxLimPct_SF|OutPFSet_SF|VArPct_SF sunssf`),
  ),
  model(
    [124],
    'Storage control',
    fieldsOf(`
      WChaMax uint16 WChaMax_SF, WChaGra|WDisChaGra uint16 WChaDisChaGra_SF, StorCtl_Mod bitfield16
      VAChaMax uint16 VAChaMax_SF, MinRsvPct uint16 MinRsvPct_SF, ChaState uint16 ChaState_SF
      StorAval uint16 StorAval_SF, InBatV uint16 InBatV_SF, ChaSt enum16, OutWRte|InWRte int16 InOutWRte_SF
      InOutWRte_WinTms|InOutWRte_RvrtTms|InOutWRte_RmpTms uint16, ChaGriSet enum16
      WChaMax_SF|WChaDisChaGra_SF|VAChaMax_SF|MinRsvPct_SF|ChaState_SF|StorAval_SF|InBatV_SF|InOutWRte_SF sunssf`),
  ),
  model(
    [160],
    'MPPT inputs',
    fieldsOf('DCA_SF|DCV_SF|DCW_SF|DCWH_SF sunssf, Evt bitfield32, N|TmsPer uint16'),
    {
      count: 'N',
      fields: fieldsOf(`
        ID uint16, IDStr string:8, DCA uint16 DCA_SF, DCV uint16 DCV_SF, DCW uint16 DCW_SF, DCWH acc32 DCWH_SF
        Tms uint32, Tmp int16, DCSt enum16, DCEvt bitfield32`),
    },
  ),
  model([201, 202, 203, 204], 'Meter', meter),
  model([211, 212, 213, 214], 'Meter (float)', meterFloat),
  model(
    [701],
    'DER AC measurement',
    fieldsOf(`
      ACType|St|InvSt|ConnSt enum16, Alrm|DERMode bitfield32
      W int16 W_SF, VA int16 VA_SF, Var int16 Var_SF, PF int16 PF_SF, A int16 A_SF, LLV|LNV uint16 V_SF
      Hz uint32 Hz_SF, TotWhInj|TotWhAbs uint64 TotWh_SF, TotVarhInj|TotVarhAbs uint64 TotVarh_SF
      TmpAmb|TmpCab|TmpSnk|TmpTrns|TmpSw|TmpOt int16 Tmp_SF
      ${line701('L1', 'L1L2')}, ${line701('L2', 'L2L3')}, ${line701('L3', 'L3L1')}
      ThrotPct uint16, ThrotSrc bitfield32
      A_SF|V_SF|Hz_SF|W_SF|PF_SF|VA_SF|Var_SF|TotWh_SF|TotVarh_SF|Tmp_SF sunssf, MnAlrmInfo string:32`),
  ),
  model(
    [713],
    'DER storage capacity',
    fieldsOf('WHRtg|WHAvail uint16 WH_SF, SoC|SoH uint16 Pct_SF?, Sta enum16, WH_SF|Pct_SF sunssf'),
  ),
  model(
    [714],
    'DER DC measurement',
    fieldsOf(`
      PrtAlrms bitfield32, NPrt uint16, DCA int16 DCA_SF, DCW int16 DCW_SF, DCWhInj|DCWhAbs uint64 DCWH_SF
      DCA_SF|DCV_SF|DCW_SF|DCWH_SF|Tmp_SF sunssf`),
    {
      count: 'NPrt',
      fields: fieldsOf(`
        PrtTyp enum16, ID uint16, IDStr string:8, DCA int16 DCA_SF, DCV uint16 DCV_SF, DCW int16 DCW_SF
        DCWhInj|DCWhAbs uint64 DCWH_SF, Tmp int16 Tmp_SF, DCSta enum16, DCAlrm bitfield32`),
    },
  ),
  model(
    [802],
    'Battery base',
    fieldsOf(`
      AHRtg uint16 AHRtg_SF, WHRtg uint16 WHRtg_SF, WChaRteMax|WDisChaRteMax uint16 WChaDisChaMax_SF
      DisChaRte uint16 DisChaRte_SF, SoCMax|SoCMin|SoCRsvMax|SoCRsvMin|SoC uint16 SoC_SF, DoD uint16 DoD_SF
      SoH uint16 SoH_SF, NCyc uint32, ChaSt|LocRemCtl enum16, Hb|CtrlHb|AlmRst uint16, Typ|State|StateVnd enum16
      WarrDt uint32, Evt1|Evt2|EvtVnd1|EvtVnd2 bitfield32, V|VMax|VMin uint16 V_SF
      CellVMax uint16 CellV_SF, CellVMaxStr|CellVMaxMod uint16, CellVMin uint16 CellV_SF, CellVMinStr|CellVMinMod uint16
      CellVAvg uint16 CellV_SF, A int16 A_SF, AChaMax|ADisChaMax uint16 AMax_SF, W int16 W_SF, ReqInvState enum16
      ReqW int16 W_SF, SetOp|SetInvState enum16
      AHRtg_SF|WHRtg_SF|WChaDisChaMax_SF|DisChaRte_SF|SoC_SF|DoD_SF|SoH_SF|V_SF|CellV_SF|A_SF|AMax_SF|W_SF sunssf`),
  ),
];

export const modelsById: ReadonlyMap<number, Model> = new Map(
  models.flatMap((m) => m.ids.map((id) => [id, m] as const)),
);
