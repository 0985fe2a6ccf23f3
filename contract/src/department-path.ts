/** Between spaces, as “Phòng A/B” is one department. */
const LEVELS = /\s+\/\s+|\s*[>›»]\s*/;

/** The parts of a department's name, from the top: “Khối Kinh doanh / Bán hàng” has two. */
export function departmentPath(name: string): string[] {
  return name
    .split(LEVELS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Whether a department is the one of this path, or below it. */
export function isWithinDepartment(name: string, above: readonly string[]): boolean {
  const path = departmentPath(name);
  return above.every((part, at) => path[at] === part);
}
