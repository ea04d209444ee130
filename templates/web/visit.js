// Let the service worker keep the site for the next visit, where there is one to be had (https, or this machine).
if ("serviceWorker" in navigator && /^http/.test(location.protocol)) {
  const site = new URL("../", document.currentScript.src);
  navigator.serviceWorker.register(new URL("offline.js", site), { scope: site.pathname }).catch(() => {});
}
