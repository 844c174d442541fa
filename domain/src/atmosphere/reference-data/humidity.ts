import type { Table } from '../../../test/reference-table.ts';

/** [air temperature °C, dew point °C, relative humidity %] */
export const RELATIVE_HUMIDITY_REFERENCE: Table<[number, number, number]> = [
  {
    source: 'ECMWF earthkit-meteo, tests of its thermodynamics',
    tolerance: 0.3,
    reason:
      'it takes the saturation pressure of Tetens with the constants of the IFS; ours is Alduchov & Eskridge',
    rows: [
      [5, -15, 21.9244774232],
      [-15, -24, 46.1081101229],
    ],
  },
  {
    source: 'ECMWF thermofeel, tests/rh.csv',
    tolerance: 0.4,
    reason: 'it takes the saturation pressure of Hardy (ITS-90)',
    rows: [
      [4.158519, 0.085725, 74.737687],
      [4.734317, 0.137523, 72.051008],
      [4.038425, -0.020258, 74.792628],
    ],
  },
];

/** [air temperature °C, relative humidity %, dew point °C] */
export const DEW_POINT_REFERENCE: Table<[number, number, number]> = [
  {
    source: 'ECMWF earthkit-meteo, tests of its thermodynamics',
    tolerance: 0.12,
    reason: 'another saturation pressure, see above',
    rows: [
      [5, 21.9244774232, -15],
      [25, 15.4779832381, -3],
    ],
  },
  {
    source: 'Unidata MetPy, tests/calc/test_thermo.py',
    tolerance: 0.51,
    reason: 'given to whole degrees',
    rows: [
      [10, 55, 1],
      [20, 80, 16],
      [25, 85, 22],
      [10.6, 37, -3.333333333333333],
    ],
  },
  {
    source: 'Psychrometric tables (20 °C, 50 %)',
    tolerance: 0.1,
    reason: 'printed to 0.1 °C',
    rows: [[20, 50, 9.3]],
  },
];

/** [elevation m, pressure hPa] */
export const STANDARD_PRESSURE_REFERENCE: Table<[number, number]> = [
  {
    source: 'ASHRAE Handbook of Fundamentals 2017, chapter 1, table 1 (U.S. Standard Atmosphere 1976)',
    tolerance: 0.02,
    reason: 'printed to 1 Pa of a value in kPa',
    rows: [
      [-500, 1074.78],
      [1000, 898.75],
      [4000, 616.4],
    ],
  },
];
