// Keeps one cookie of this site; the value has no character that a cookie may not hold.
export default ({ data }) => {
  const age = Math.round(86400 * data.days);
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `${data.name}=${data.value};max-age=${age};path=/;samesite=strict${secure}`;
};
