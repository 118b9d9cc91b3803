/** Warning shared by kinds for which some genuine numbers fail the check digit. */
export const checkDigit = {
  zh: "校验位不符，请再核对一遍；确认无误可以继续",
  en: "The check digit does not fit. Please compare once more; if it is right, go on",
};
