const WEIGHTS = [31, 29, 23, 19, 17, 13, 7, 5, 3];

/** As it is compared: digits, with those of a branch behind a hyphen. */
export function tidyTaxCode(text: string): string {
  const tight = text.replace(/[\s.]/g, '').replace(/^MST:?/i, '');
  const branch = /^(\d{10})-?(\d{3})$/.exec(tight);
  return branch ? `${branch[1]}-${branch[2]}` : tight.slice(0, 20);
}

/** The number of the company of which it may be a branch. */
function companyOf(taxCode: string): string {
  return /^\d{10}-\d{3}$/.test(taxCode) ? taxCode.slice(0, 10) : taxCode;
}

export function sameCompany(a: string, b: string): boolean {
  return a !== '' && companyOf(a) === companyOf(b);
}

/** Numbers of persons have twelve digits and none that checks the others; null for what is no tax code at all. */
export function checkDigitOf(taxCode: string): 'right' | 'wrong' | 'none' {
  if (/^\d{12}$/.test(taxCode)) return 'none';
  const company = companyOf(taxCode);
  if (!/^\d{10}$/.test(company)) return 'wrong';
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(company[at]), 0);
  return 10 - (sum % 11) === Number(company[9]) ? 'right' : 'wrong';
}
