"""fault_table.py RUNTIME: what vk/results.def lacks, by the registry."""
import os
import re
import sys
import xml.etree.ElementTree as xml

REGISTRY = "/usr/share/vulkan/registry/vk.xml"
LEFT_OUT = {"vkEnumeratePhysicalDevices VK_INCOMPLETE"}  # 64 of more devices
UNUSED = {"vkDeviceWaitIdle"}  # close_device says why


def read(name):
    with open(os.path.join(sys.argv[1], name)) as table:
        return re.sub("//.*", "", table.read())


may_return = {}
for command in xml.parse(REGISTRY).getroot().find("commands"):
    name = command.find("proto/name")
    if name is not None and command.find("proto/type").text == "VkResult":
        codes = ",".join(command.get(key, "")
                         for key in ["successcodes", "errorcodes"])
        may_return[name.text] = {re.sub("_(EXT|KHR)$", "", c)
                                 for c in codes.split(",") if c}
failing = {"vk" + name: set(re.findall(r"\w+", codes)) for name, codes in
           re.findall(r"RT_VK_RESULTS\((\w+),([^)]*)\)",
                      read("vk/results.def"))}
used = ["vk" + name for name in
        re.findall(r"RT_VK_\w+\((\w+)\)", read("vk/funcs.def"))]
n = 0
for name in used:
    for code in sorted(may_return.get(name, set()) - {"VK_SUCCESS"}):
        if (name not in UNUSED and code not in failing.get(name, []) and
                name + " " + code not in LEFT_OUT):
            print("missing: %s of %s" % (code, name))
    n += name in may_return
print("%d calls" % n)
